import type { ApiClient } from '@app/api/client/client.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import type { ScoreEvent } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { toShownWords } from './format/format.ts'
import { EMBEDDED_FRESH_MS, scoreKey } from './query-keys.ts'

/** The score of an address; no request while it is null. */
export const scoreQuery = (api: ApiClient, address: Address | null) =>
  queryOptions<CachedScore>({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: scoreKey(address),
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.callWithMeta(getScore, { params: { address } }, signal),
    select: toShownWords,
  })

/** A score in the query cache: the whole response, with its `meta`. */
export type CachedScore = ScoreEvent

export const publicationsKey = (address: Address | null) => ['publications', address] as const

/** Adds or replaces `action` in the publications of an account, newest first. Ignores other kinds of actions. */
export function mergePublication(
  publications: readonly AgentAction[],
  action: AgentAction,
): AgentAction[] {
  if (action.kind !== 'publish') return [...publications]
  const others = publications.filter(({ id }) => id !== action.id)
  return [action, ...others].toSorted((a, b) => Number(b.id) - Number(a.id))
}
