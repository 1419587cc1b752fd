import { setTimeout as pause } from 'node:timers/promises'

const POLL_INTERVAL_MS = 50
const DEFAULT_TIMEOUT_MS = 120_000

/** Resolves when the condition is true. Throws with the description after `timeoutMs`. */
export async function waitFor(
  description: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadlineMs) {
      throw new Error(`Timed out after ${timeoutMs / 1000} s waiting for ${description}`)
    }
    await pause(POLL_INTERVAL_MS)
  }
}
