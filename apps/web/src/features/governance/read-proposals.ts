import type { ApiClient } from '@app/api/client/client.ts'
import {
  getProposal,
  getVoteArchive,
  listNeededVotes,
  listProposals,
} from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../lib/api.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import { EMBEDDED_FRESH_MS, PROPOSALS_KEY, PROPOSALS_LIST_KEY } from '../../lib/query-keys.ts'
import { mergeProposal } from './proposal-status.ts'

const NEEDED_KEY = [...PROPOSALS_KEY, 'needed'] as const
const detailKey = (id: number) => [...PROPOSALS_KEY, 'detail', id] as const

/** A status also changes by time alone, without an event. */
const REFRESH_MS = 60_000

export const proposalsQuery = (api: ApiClient) => ({
  ...apiQuery(api, PROPOSALS_LIST_KEY, listProposals, {}),
  staleTime: EMBEDDED_FRESH_MS,
  refetchInterval: refreshEvery(REFRESH_MS),
})

export const proposalQuery = (api: ApiClient, id: number) =>
  apiQuery(api, detailKey(id), getProposal, { params: { id: String(id) } })

/** The open proposals, as one wallet can act on them; no request while `address` is null. */
export const neededVotesQuery = (api: ApiClient, address: Address | null) => ({
  ...apiQuery(api, [...NEEDED_KEY, address], listNeededVotes, address && { query: { address } }),
  refetchInterval: refreshEvery(REFRESH_MS),
})

/** Every proposal and signed vote, loaded when the receipt of the first is shown. */
export const voteArchiveQuery = (api: ApiClient) => ({
  ...apiQuery(api, [...PROPOSALS_KEY, 'archive'], getVoteArchive, {}),
  staleTime: REFRESH_MS,
})

/** Puts a changed proposal into the cache, and reloads what else it changes. */
export function applyProposal(queryClient: QueryClient, proposal: Proposal): void {
  // An older answer could bring back a text that was withheld meanwhile.
  putNewerAnswer<Proposal[]>(
    queryClient,
    PROPOSALS_LIST_KEY,
    (list) => list && mergeProposal(list, proposal),
  )
  void queryClient.invalidateQueries({ queryKey: detailKey(proposal.id) })
  void queryClient.invalidateQueries({ queryKey: NEEDED_KEY })
}
