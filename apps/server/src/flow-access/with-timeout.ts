import { setTimeout as delay } from 'node:timers/promises'

/** Settles like `work`, or after `timeoutMs` with what `onTimeout` returns or throws. */
export async function withTimeout<T>(
  work: Promise<T>,
  { timeoutMs, onTimeout }: { timeoutMs: number; onTimeout: () => T },
): Promise<T> {
  const finished = new AbortController()
  const timeout = delay(timeoutMs, undefined, { signal: finished.signal }).then(onTimeout)
  try {
    return await Promise.race([work, timeout])
  } finally {
    finished.abort()
  }
}
