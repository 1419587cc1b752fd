import { PROPOSAL_REASON } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { WRITTEN_EXAMPLES } from '../openapi/written-examples.ts'
import { SentTransactionSchema } from '../schemas/action.ts'
import {
  AddressInputSchema,
  buildIdSchema,
  buildTextSchema,
  CLOSED,
  CursorSchema,
} from '../schemas/fields.ts'
import {
  NeededVoteSchema,
  ProposalActionSchema,
  ProposalDetailSchema,
  ProposalSchema,
  VoteChoicesSchema,
  WalletSignatureSchema,
} from '../schemas/proposal.ts'
import { ProtectionSchema } from '../schemas/protection.ts'
import { VoteArchiveSchema } from '../schemas/vote-archive.ts'
import { READ_FAILURES, RELAY_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

const ProposalIdParams = Type.Object({
  id: buildIdSchema('a proposal'),
})

const OptionalWalletSignature = Type.Optional(WalletSignatureSchema)

const VOTE_FAILURES = [
  ...RELAY_FAILURES,
  'wallet_required',
  'proposal_not_found',
  'voting_closed',
  'not_eligible',
  'publication_refused',
] as const

const WalletQuery = Type.Object({ address: AddressInputSchema })

/** In the order of the reference. */
export const GOVERNANCE_ROUTES = defineRoutes(
  { tag: 'Governance' },
  {
    listProposals: {
      method: 'GET',
      url: '/v1/governance/proposals',
      summary: 'List community proposals, newest first',
      description:
        'Without `limit` the list is complete; `meta.counts` always counts all proposals by status.',
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        cursor: Type.Optional(CursorSchema),
      }),
      data: Type.Array(ProposalSchema),
      failures: READ_FAILURES,
    },
    getProposal: {
      method: 'GET',
      url: '/v1/governance/proposals/:id',
      summary: 'Get one community proposal with its votes',
      params: ProposalIdParams,
      data: ProposalDetailSchema,
      failures: [...READ_FAILURES, 'proposal_not_found'],
    },
    createProposal: {
      method: 'POST',
      url: '/v1/governance/proposals',
      summary: 'Propose to freeze, unfreeze or recover a wallet',
      description:
        'Relays the proposal that `wallet` signed, and answers when it is sealed and indexed. A repeated request returns the first result.',
      body: Type.Object(
        {
          targetAddress: AddressInputSchema,
          action: ProposalActionSchema,
          reason: buildTextSchema(PROPOSAL_REASON),
          wallet: OptionalWalletSignature,
        },
        CLOSED,
      ),
      bodyExample: {
        targetAddress: '0x179b6b1cb6755e31',
        action: 'freeze',
        reason: 'Swept the wallets of at least six members in one night',
      },
      dataExample: WRITTEN_EXAMPLES.proposal,
      data: ProposalSchema,
      acceptedData: SentTransactionSchema,
      failures: [...RELAY_FAILURES, 'wallet_required', 'already_open', 'proposal_refused'],
      mayBeAccepted: true,
    },
    castVote: {
      method: 'POST',
      url: '/v1/governance/proposals/:id/vote',
      summary: 'Vote on a community proposal',
      description:
        'Relays the vote that `wallet` signed, and answers when it is sealed and indexed. A repeated request returns the first result.',
      params: ProposalIdParams,
      body: Type.Object(
        {
          support: Type.Boolean({ description: 'true means For' }),
          wallet: OptionalWalletSignature,
        },
        CLOSED,
      ),
      bodyExample: { support: true },
      dataExample: { ...WRITTEN_EXAMPLES.proposal, status: 'active', votesFor: 1 },
      data: ProposalSchema,
      failures: VOTE_FAILURES,
      mayBeAccepted: true,
    },
    castVotes: {
      method: 'POST',
      url: '/v1/governance/votes',
      summary: 'Vote on several community proposals with one signed message',
      description:
        'Relays the votes that `wallet` signed in one message, all or none, and answers with the proposals when they are sealed and indexed. A repeated request returns the first result.',
      body: Type.Object({ votes: VoteChoicesSchema, wallet: OptionalWalletSignature }, CLOSED),
      bodyExample: { votes: [{ proposalId: 1, support: true }] },
      dataExample: [{ ...WRITTEN_EXAMPLES.proposal, status: 'active', votesFor: 1 }],
      data: Type.Array(ProposalSchema),
      failures: VOTE_FAILURES,
      mayBeAccepted: true,
    },
    listNeededVotes: {
      method: 'GET',
      url: '/v1/governance/needed-votes',
      summary: 'List the open proposals, with whether a wallet may vote on them',
      query: WalletQuery,
      data: Type.Array(NeededVoteSchema),
      failures: [...READ_FAILURES, 'node_unreachable'],
    },
    getVoteCalendar: {
      method: 'GET',
      url: '/v1/governance/needed-votes.ics',
      summary: 'Ends of the voting on the open proposals that a wallet may vote on, as a calendar',
      query: WalletQuery,
      data: Type.String(),
      contentType: 'text/calendar',
      failures: [...READ_FAILURES, 'node_unreachable'],
    },
    getVoteArchive: {
      method: 'GET',
      url: '/v1/governance/archive',
      summary: 'Every proposal and signed vote in one file',
      description: '`npm run verify -- votes FILE` checks the file without this server.',
      data: VoteArchiveSchema,
      failures: [...READ_FAILURES, 'not_ready'],
    },
    getProtection: {
      method: 'GET',
      url: '/v1/protection/:address',
      summary: 'Get accusation, flag, freeze and appeals of a wallet',
      params: Type.Object({ address: AddressInputSchema }),
      data: ProtectionSchema,
      failures: READ_FAILURES,
    },
  },
)

export const {
  listProposals,
  getProposal,
  createProposal,
  castVote,
  castVotes,
  listNeededVotes,
  getVoteCalendar,
  getVoteArchive,
  getProtection,
} = GOVERNANCE_ROUTES
