import type { ApiClient } from '@app/api/client/client.ts'
import {
  getProposal,
  getVoteArchive,
  listNeededVotes,
  listProposals,
} from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import { EMBEDDED_FRESH_MS, PROPOSALS_KEY, PROPOSALS_LIST_KEY } from '../../lib/query-keys.ts'
import { mergeProposal } from './proposal-status.ts'

const NEEDED_KEY = [...PROPOSALS_KEY, 'needed'] as const
const detailKey = (id: number) => [...PROPOSALS_KEY, 'detail', id] as const

/** A status also changes by time alone, without an event. */
const REFRESH_MS = 60_000

export const proposalsQuery = (api: ApiClient) =>
  queryOptions({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: PROPOSALS_LIST_KEY,
    queryFn: ({ signal }) => api.call(listProposals, undefined, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/** One proposal with its votes. */
export const proposalQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => api.call(getProposal, { params: { id: String(id) } }, signal),
  })

/** The open proposals, as one wallet can act on them. */
export const neededVotesQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: [...NEEDED_KEY, address],
    queryFn: ({ signal }) => api.call(listNeededVotes, { query: { address } }, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/** Stands for the address in a query that is disabled because no wallet is connected. */
export const NOBODY = toAddress('0x0000000000000000')

/** Every proposal and signed vote, loaded when the receipt of the first is shown. */
export const voteArchiveQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...PROPOSALS_KEY, 'archive'],
    queryFn: ({ signal }) => api.call(getVoteArchive, undefined, signal),
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
