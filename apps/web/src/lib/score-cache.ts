import type { Action } from '@app/api/schemas/action.ts'
import type { ScoreEvent } from '@app/api/schemas/stream/stream.ts'
import type { Address } from '@app/values/address.ts'

/** A score in the query cache: the whole response, with its `meta`. */
export type CachedScore = ScoreEvent

/** How long what the web server has put into the page is not asked for again; events replace it meanwhile. */
export const EMBEDDED_FRESH_MS = 5_000

export const scoreKey = (address: Address | null) => ['score', address] as const

export const publicationsKey = (address: Address | null) => ['publications', address] as const

/** Adds or replaces `action` in the publications of an account, newest first. Ignores other kinds of actions. */
export function mergePublication(publications: readonly Action[], action: Action): Action[] {
  if (action.kind !== 'publish') return [...publications]
  const others = publications.filter(({ id }) => id !== action.id)
  return [action, ...others].toSorted((a, b) => Number(b.id) - Number(a.id))
}
