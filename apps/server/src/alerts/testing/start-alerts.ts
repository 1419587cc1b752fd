import { onTestFinished } from 'vitest'
import { createNotifications } from '../../db/notifications.ts'
import type { Context } from '../../runtime/context.ts'
import { createStageStatusRegistry, runStages, runUntilIdle } from '../../runtime/stage.ts'
import { type AlertOptions, createAlertStages } from '../create-alert-stages.ts'

type TestOptions = Omit<AlertOptions, 'context' | 'signal'>

/** Runs the role `alerts` in this process until the test ends. */
export async function startAlerts(context: Context, options: TestOptions = {}): Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const { plans, finish } = createAlertStages({ context, signal, ...options })
  const notifications = await createNotifications(context.config.databaseUrl ?? '', context.log)
  const registry = createStageStatusRegistry()
  const work = runStages(plans, { context, notifications, registry, signal })
  onTestFinished(async () => {
    ending.abort()
    await work
    await finish()
    await notifications.close()
  })
}

export interface SteppedAlerts {
  /** Takes steps of the named stages until they are idle. */
  step(...names: string[]): Promise<void>
  /** Resolves when no attempt is running. */
  finish(): Promise<void>
}

/** Creates the stages of the role `alerts`, which take steps only when the test says so. */
export function openSteppedAlerts(context: Context, options: TestOptions = {}): SteppedAlerts {
  const ending = new AbortController()
  const { plans, finish } = createAlertStages({ context, signal: ending.signal, ...options })
  onTestFinished(async () => {
    ending.abort()
    await finish()
  })
  const stages = plans.map(({ stage }) => stage)
  return {
    step: (...names) => runUntilIdle(stages.filter(({ name }) => names.includes(name))),
    finish,
  }
}
