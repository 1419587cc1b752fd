import { setTimeout as pause } from 'node:timers/promises'

const POLL_INTERVAL_MS = 50
const DEFAULT_TIMEOUT_MS = 30_000

/** Resolves when the condition holds. Throws with what was waited for after `patienceMs`. */
export async function waitFor(
  description: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadlineMs) {
      throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${description}`)
    }
    await pause(POLL_INTERVAL_MS)
  }
}
