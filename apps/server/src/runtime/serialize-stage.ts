import type { Stage } from './stage.ts'

/**
 * Wraps a stage so that its steps never overlap: `runUntilIdle` in a test then waits for the step
 * of a running loop.
 */
export function withoutOverlappingSteps(stage: Stage): Stage {
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
