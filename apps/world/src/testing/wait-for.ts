import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 50
const PATIENCE_MS = 30_000

/** Resolves when the condition holds. Throws with what was waited for after `patienceMs`. */
export async function waitFor(
  what: string,
  condition: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs
  while (!(await condition())) {
    if (performance.now() > deadlineMs) {
      throw new Error(`Waited ${patienceMs / 1000} s in vain for ${what}`)
    }
    await pause(LOOK_EVERY_MS)
  }
}
