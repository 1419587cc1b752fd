import { ApiFailure } from '../http/api-failure.ts'
import type { ApiLimits } from '../http/limits.ts'

/** Places for open streams, of everybody together and of each visitor. */
export interface StreamPlaces {
  /** Takes a place and returns how to give it back. Throws `overloaded` when none is left. */
  take(visitor: string): () => void
  taken(): number
}

export function createStreamPlaces(
  limits: Pick<ApiLimits, 'streams' | 'streamsPerVisitor'>,
): StreamPlaces {
  const byVisitor = new Map<string, number>()
  let total = 0

  function take(visitor: string): () => void {
    const own = byVisitor.get(visitor) ?? 0
    if (total >= limits.streams || own >= limits.streamsPerVisitor) throw noPlaceLeft()
    total += 1
    byVisitor.set(visitor, own + 1)
    return () => giveBack(visitor)
  }

  function giveBack(visitor: string): void {
    total -= 1
    const left = (byVisitor.get(visitor) ?? 1) - 1
    if (left === 0) byVisitor.delete(visitor)
    else byVisitor.set(visitor, left)
  }

  return { take, taken: () => total }
}

const noPlaceLeft = () =>
  new ApiFailure('overloaded', {
    message: 'Too many event streams are open. Close some, or try again in a minute.',
    headers: { 'retry-after': '60' },
  })
