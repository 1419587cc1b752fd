import { performance } from 'node:perf_hooks'
import { runInLogScope } from '../log.ts'
import type { Stage } from '../stage.ts'
import { type Tracing, traceWork } from './tracing.ts'

type StepOutcome = 'more' | 'idle' | 'error'

export interface StepObservation {
  stage: string
  outcome: StepOutcome
  seconds: number
}

interface StageObserver {
  observeStep(step: StepObservation): void
  tracing: Tracing
}

/** Wraps a stage so that its steps are counted, timed and traced, and its log lines name it. */
export function observeStage(stage: Stage, { observeStep, tracing }: StageObserver): Stage {
  const { name } = stage
  const start = { name: `stage ${name}`, kind: 'internal' } as const
  const measure = async () => {
    const startMs = performance.now()
    let outcome: StepOutcome = 'error'
    try {
      outcome = await traceWork(tracing, start, () => stage.step())
      return outcome
    } finally {
      observeStep({ stage: name, outcome, seconds: (performance.now() - startMs) / 1000 })
    }
  }
  return { name, step: () => runInLogScope({ stage: name }, measure) }
}
