import type { Notifications } from '../db/notifications.ts'
import type { Context } from './context.ts'
import { runStage, type ScheduledStage } from './stage.ts'
import type { StageStatusRegistry } from './stage-status-registry.ts'

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
