import type { StageBoard } from '../api/operations/stage-board.ts'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { runStage, type StagePlan } from '../stage.ts'

interface RunParts {
  context: Pick<Context, 'log'>
  notifications: Pick<Notifications, 'wakeOn'>
  board: StageBoard
  signal: AbortSignal
}

/** Runs every stage until `signal` ends; resolves when the last of them has stopped. */
export async function runStages(plans: readonly StagePlan[], parts: RunParts): Promise<void> {
  const { context, notifications, board, signal } = parts
  const runs = plans.map(({ stage, channels, pollMs }) =>
    runStage(stage, {
      signal,
      wake: notifications.wakeOn({ channels, pollMs, signal }),
      log: context.log,
      onState: board.report,
    }),
  )
  await Promise.all(runs)
}
