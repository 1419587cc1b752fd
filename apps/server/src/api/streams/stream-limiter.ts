import { ApiFailure } from '../api-failure.ts'
import type { ApiLimits } from '../http/limits.ts'

/** Limits the number of open streams in total and per client. */
export interface StreamLimiter {
  /**
   * Counts a new stream and returns the function that releases it. Throws `overloaded` when a limit
   * is reached.
   */
  acquire(client: string): () => void
  countOpen(): number
}

export function createStreamLimiter(
  limits: Pick<ApiLimits, 'streams' | 'streamsPerClient'>,
): StreamLimiter {
  const openByClient = new Map<string, number>()
  let total = 0

  function acquire(client: string): () => void {
    const own = openByClient.get(client) ?? 0
    if (total >= limits.streams || own >= limits.streamsPerClient) throw createLimitFailure()
    total += 1
    openByClient.set(client, own + 1)
    return () => release(client)
  }

  function release(client: string): void {
    total -= 1
    const left = (openByClient.get(client) ?? 1) - 1
    if (left === 0) openByClient.delete(client)
    else openByClient.set(client, left)
  }

  return { acquire, countOpen: () => total }
}

const createLimitFailure = () =>
  new ApiFailure('overloaded', {
    message: 'Too many event streams are open. Close some, or try again in a minute.',
    headers: { 'retry-after': '60' },
  })
