import type { Action } from '@app/api/schemas/action.ts'
import type { ScoreEvent } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'

/** A score as it is kept in the query cache: the whole answer, with its `meta`. */
export type CachedScore = ScoreEvent

export const scoreKey = (address: Address | null) => ['score', address] as const

export const publishedKey = (address: Address | null) => ['published-score', address] as const

export const publicationsKey = (address: Address | null) => ['publications', address] as const

/** The publications among actions on an account, with what `action` says of its own now. */
export function mergePublication(kept: readonly Action[], action: Action): Action[] {
  if (action.kind !== 'publish') return [...kept]
  const others = kept.filter(({ id }) => id !== action.id)
  return [action, ...others].toSorted((a, b) => Number(b.id) - Number(a.id))
}
