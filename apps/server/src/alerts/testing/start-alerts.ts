import { onTestFinished } from 'vitest'
import { createNotifications } from '../../db/notifications.ts'
import type { Context } from '../../runtime/context.ts'
import {
  createStageStatusRegistry,
  runStages,
  runUntilIdle,
  type Stage,
} from '../../runtime/stage.ts'
import { type AlertOptions, openAlertStages } from '../open-alert-stages.ts'

export interface RunningAlerts {
  /** Ends its stages as a process does on SIGTERM. */
  stop(): Promise<void>
}

type TestOptions = Omit<AlertOptions, 'context' | 'signal'>

/** Runs the role `alerts` in this process until the test ends. */
export async function startAlerts(
  context: Context,
  options: TestOptions = {},
): Promise<RunningAlerts> {
  const ending = new AbortController()
  const stages = await openAlertStages({ context, signal: ending.signal, ...options })
  const notifications = await createNotifications(context.config.databaseUrl ?? '', context.log)
  const registry = createStageStatusRegistry()
  const work = runStages(stages.plans, { context, notifications, registry, signal: ending.signal })
  let stopping: Promise<void> | undefined
  const end = async () => {
    ending.abort()
    await work
    await stages.close()
    await notifications.close()
  }
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  onTestFinished(stop)
  return { stop }
}

export interface SteppedAlerts {
  /** Takes steps of the named stages, of all by default, until they are idle. */
  step(...names: string[]): Promise<void>
}

/** Opens the stages of the role `alerts`, which take steps only when the test says so. */
export async function openSteppedAlerts(
  context: Context,
  options: TestOptions = {},
): Promise<SteppedAlerts> {
  const ending = new AbortController()
  const { plans, close } = await openAlertStages({ context, signal: ending.signal, ...options })
  onTestFinished(async () => {
    ending.abort()
    await close()
  })
  const isNamed = (stage: Stage, names: string[]) =>
    names.length === 0 || names.includes(stage.name)
  return {
    step: (...names) =>
      runUntilIdle(plans.map(({ stage }) => stage).filter((stage) => isNamed(stage, names))),
  }
}
