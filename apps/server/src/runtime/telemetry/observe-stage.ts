import { performance } from 'node:perf_hooks'
import { runInLogScope } from '../log.ts'
import type { Stage } from '../stage.ts'
import { traceWork } from './tracing.ts'

type StepOutcome = 'more' | 'idle' | 'error'

export interface StepObservation {
  stage: string
  outcome: StepOutcome
  seconds: number
}

/** Wraps a stage so that its steps are counted, timed and traced, and its log lines name it. */
export function observeStage(stage: Stage, observeStep: (step: StepObservation) => void): Stage {
  const { name } = stage
  const measure = async () => {
    const startMs = performance.now()
    let outcome: StepOutcome = 'error'
    try {
      outcome = await traceWork({ name: `stage ${name}`, kind: 'internal' }, () => stage.step())
      return outcome
    } finally {
      observeStep({ stage: name, outcome, seconds: (performance.now() - startMs) / 1000 })
    }
  }
  return { name, step: () => runInLogScope({ stage: name }, measure) }
}
