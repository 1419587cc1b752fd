import type { Stage } from './stage.ts'

/** A stage whose steps wait for each other, so that a drain waits for the step of a running loop. */
export function serializeStage(stage: Stage): Stage {
  let lastStep: Promise<unknown> = Promise.resolve()
  return {
    name: stage.name,
    step: () => {
      const step = lastStep.then(() => stage.step())
      lastStep = step.catch(() => {})
      return step
    },
  }
}
