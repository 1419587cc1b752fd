import type { ApiClient } from '@app/api/client/client.ts'
import { castVote, createProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Proposal, ProposalAction } from '@app/api/schemas/governance/proposal.ts'
import { queryOptions } from '@tanstack/react-query'

export const PROPOSALS_KEY = ['proposals'] as const

export const proposalsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: PROPOSALS_KEY,
    queryFn: ({ signal }) => api.call(listProposals, undefined, signal),
  })

export interface NewProposal {
  targetAddress: string
  action: ProposalAction
  reason: string
}

export const submitProposal = (api: ApiClient, proposal: NewProposal): Promise<Proposal> =>
  api.call(createProposal, { body: proposal })

export const submitVote = (api: ApiClient, id: number, isFor: boolean): Promise<Proposal> =>
  api.call(castVote, { params: { id: String(id) }, body: { support: isFor } })
