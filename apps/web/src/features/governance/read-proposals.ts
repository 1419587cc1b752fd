import type { ApiClient } from '@app/api/client/client.ts'
import {
  castVote,
  castVotes,
  createProposal,
  getProposal,
  getVoteArchive,
  listNeededVotes,
  listProposals,
} from '@app/api/routes/governance.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import type { Proposal, VoteChoice, WalletSignature } from '@app/api/schemas/proposal.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { ProposalAction } from '@app/values/governance.ts'
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

/** Whom nothing is asked about, while no wallet is connected. */
export const NOBODY = toAddress('0x0000000000000000')

export const loadVoteArchive = (api: ApiClient) => api.call(getVoteArchive)

/** The same for the receipts of single votes, loaded when the first is shown. */
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

export interface NewProposal {
  targetAddress: string
  action: ProposalAction
  reason: string
}

/** The user's signature; undefined when no wallet is connected, which the server then says. */
type OptionalSignature = WalletSignature | undefined

export type CreatedProposal = RouteResponse<typeof createProposal>

export const submitProposal = (
  api: ApiClient,
  proposal: NewProposal,
  wallet: OptionalSignature,
): Promise<CreatedProposal> =>
  api.callWithMeta(createProposal, { body: { ...proposal, ...(wallet && { wallet }) } })

/** What became of votes that one message carried. */
export interface VoteResponse {
  txId: string | undefined
  /** Sent to the chain, but not counted yet. */
  isPending: boolean
}

/** Sends the votes of one signed message. */
export async function submitVotes(
  api: ApiClient,
  votes: readonly VoteChoice[],
  wallet: OptionalSignature,
): Promise<VoteResponse> {
  const signature = wallet && { wallet }
  const [vote] = votes
  if (vote !== undefined && votes.length === 1) {
    const { proposalId, support } = vote
    const params = { id: String(proposalId) }
    const body = { support, ...signature }
    const one = await api.callWithMeta(castVote, { params, body })
    return { txId: one.data.txId, isPending: one.isAccepted === true }
  }
  const body = { votes: [...votes], ...signature }
  const { data, isAccepted } = await api.callWithMeta(castVotes, { body })
  return { txId: data[0]?.txId, isPending: isAccepted === true }
}
