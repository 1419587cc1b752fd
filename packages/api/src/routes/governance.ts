import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { AddressInputSchema, buildReasonSchema } from '../schemas/fields.ts'
import { ProposalActionSchema, ProposalSchema, WalletSignatureSchema } from '../schemas/proposal.ts'
import { defineRoute } from './route.ts'

const ProposalIdParams = Type.Object({
  id: Type.String({
    pattern: '^[0-9]{1,15}$',
    description: 'Number of the proposal',
    examples: ['1'],
    'x-messages': { pattern: 'id must be the number of a proposal' },
  }),
})

const OptionalWalletSignature = Type.Optional(WalletSignatureSchema)

export const listProposals = defineRoute({
  operationId: 'listProposals',
  method: 'GET',
  url: '/v1/governance/proposals',
  tag: 'Governance',
  summary: 'List community proposals, newest first',
  data: Type.Array(ProposalSchema),
  notImplementedMessage: 'Community proposals are not available yet.',
})

export const getProposal = defineRoute({
  operationId: 'getProposal',
  method: 'GET',
  url: '/v1/governance/proposals/:id',
  tag: 'Governance',
  summary: 'Get one community proposal',
  params: ProposalIdParams,
  data: ProposalSchema,
  notImplementedMessage: 'Community proposals are not available yet.',
})

export const createProposal = defineRoute({
  operationId: 'createProposal',
  method: 'POST',
  url: '/v1/governance/proposals',
  tag: 'Governance',
  summary: 'Propose to freeze, unfreeze or recover a wallet',
  body: Type.Object({
    targetAddress: AddressInputSchema,
    action: ProposalActionSchema,
    reason: buildReasonSchema(PROPOSAL_REASON_MIN),
    wallet: OptionalWalletSignature,
  }),
  bodyExample: {
    targetAddress: '0x179b6b1cb6755e31',
    action: 'freeze',
    reason: 'Swept the wallets of at least six members in one night',
  },
  data: ProposalSchema,
  notImplementedMessage: 'Creating proposals is not available yet.',
})

export const castVote = defineRoute({
  operationId: 'castVote',
  method: 'POST',
  url: '/v1/governance/proposals/:id/vote',
  tag: 'Governance',
  summary: 'Vote on a community proposal',
  params: ProposalIdParams,
  body: Type.Object({
    support: Type.Boolean({ description: 'true means For' }),
    wallet: OptionalWalletSignature,
  }),
  bodyExample: { support: true },
  data: ProposalSchema,
  notImplementedMessage: 'Voting on proposals is not available yet.',
})

/** In the order of the reference. */
export const GOVERNANCE_ROUTES = [listProposals, getProposal, createProposal, castVote] as const
