import type { Stage } from '../stage.ts'

/** A stage whose steps wait for each other, so that a drain waits for the step of a running loop. */
export function oneAtATime(stage: Stage): Stage {
  let last: Promise<unknown> = Promise.resolve()
  return {
    name: stage.name,
    step: () => {
      const step = last.then(() => stage.step())
      last = step.catch(() => {})
      return step
    },
  }
}
