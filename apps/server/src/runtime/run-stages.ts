import type { Notifications } from '../db/notifications.ts'
import type { Context } from './context.ts'
import { runStage, type ScheduledStage, type StageState } from './stage.ts'

interface RunStagesOptions {
  context: Pick<Context, 'log'>
  notifications: Pick<Notifications, 'wakeOn'>
  registry: StageStatusRegistry
  signal: AbortSignal
}

/** Runs every stage until `signal` aborts; resolves when all have stopped. */
export async function runStages(
  plans: readonly ScheduledStage[],
  parts: RunStagesOptions,
): Promise<void> {
  const { context, notifications, registry, signal } = parts
  const runs = plans.map(({ stage, channels, pollMs }) =>
    runStage(stage, {
      signal,
      wake: notifications.wakeOn({ channels, pollMs, signal }),
      log: context.log,
      onState: registry.report,
    }),
  )
  await Promise.all(runs)
}

/** A stage's latest state, and since when it has been unhealthy. */
export interface StageStatusEntry extends StageState {
  sinceMs: number
}

/** The latest reported states of the stages of this process. */
export interface StageStatusRegistry {
  report(state: StageState): void
  entries(): StageStatusEntry[]
}

/** `now` returns Unix milliseconds. */
export function createStageStatusRegistry(now: () => number = Date.now): StageStatusRegistry {
  const entries = new Map<string, StageStatusEntry>()
  return {
    report: (state) => {
      const before = entries.get(state.name)
      const isSame = before !== undefined && isUnhealthy(before) === isUnhealthy(state)
      entries.set(state.name, { ...state, sinceMs: isSame ? before.sinceMs : now() })
    },
    entries: () => [...entries.values()],
  }
}

export const isUnhealthy = ({ status }: StageState): boolean =>
  status === 'retrying' || status === 'failed'
