import { PROPOSAL_ACTIONS, PROPOSAL_STATUSES, PROPOSER_RANKS } from '@app/values/governance.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { AddressInputSchema, AddressSchema, CLOSED, TimeSchema, TxIdSchema } from './fields.ts'
import { SignaturesSchema } from './session.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** Facts about the voters of a proposal. They are no verdict: there are good reasons for each. */
const VoteHealthSchema = Type.Object(
  {
    voters: Count('Wallets whose vote is counted'),
    sharedFunding: Type.Array(
      Type.Object({
        source: AddressSchema,
        voters: Count('Voters whose first receipt came from it, at least 2'),
      }),
      {
        description:
          'Wallets from which several voters got their first receipt that is not dust; services, and sources that paid more than 50 accounts, are left out',
      },
    ),
    unknownFunding: Count('Voters whose first receipt is not in the indexed blocks'),
    newVoters: Count(
      'Voters who were allowed to vote for less than a day when they voted; 0 on an appeal',
    ),
    paidByProposer: Count('Voters who ever received a payment of the proposer'),
    concentration: Type.Object(
      {
        proposals: Count('Proposals looked at: this one and up to nine before it'),
        votes: Count('Counted votes on them'),
        voters: Count('Different wallets that cast them'),
        topThreeShare: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Share of these votes that the three most frequent voters cast',
        }),
      },
      { description: 'How many wallets decide' },
    ),
  },
  { title: 'VoteHealth' },
)

export type VoteHealth = Type.Static<typeof VoteHealthSchema>

export const ProposalActionSchema = Type.Enum([...PROPOSAL_ACTIONS], {
  type: 'string',
  title: 'ProposalAction',
  'x-open': true,
})

export const ProposalStatusSchema = Type.Enum([...PROPOSAL_STATUSES], {
  type: 'string',
  title: 'ProposalStatus',
  'x-open': true,
})

export const ProposerRankSchema = Type.Enum([...PROPOSER_RANKS], {
  type: 'string',
  title: 'ProposerRank',
  description:
    'What the proposer was when it opened: `other` may not vote on it, `appointed` is the agent or another flagger. An open vote keeps out only proposals of the same or a lower rank.',
})

const UnixSeconds = (description: string) => Type.Integer({ description, 'x-unix': true })

/**
 * A time at which something ends or begins, such as the end of the voting; `text` names it in a
 * sentence without the time.
 */
const CountdownSchema = Type.Object(
  {
    kind: Type.Enum(['voting', 'execution', 'freeze', 'recovery'], { type: 'string' }),
    at: UnixSeconds('Unix seconds of block time'),
    text: Type.String({ examples: ['Voting ends'] }),
  },
  { title: 'Countdown' },
)

export type Countdown = Type.Static<typeof CountdownSchema>

/** What clients take for the fields of a proposal that it may lack: nothing is said of it then. */
const NOTHING_MORE = {
  title: '',
  description: '',
  rank: 'other',
  isAppeal: false,
  votingOutcome: 'open',
  votingEndsAt: 0,
  executableUntil: 0,
  countdowns: [],
  health: {
    voters: 0,
    sharedFunding: [],
    unknownFunding: 0,
    newVoters: 0,
    paidByProposer: 0,
    concentration: { proposals: 0, votes: 0, voters: 0, topThreeShare: 0 },
  } satisfies VoteHealth,
}

export const ProposalSchema = Type.Object(
  {
    id: Type.Integer(),
    action: ProposalActionSchema,
    targetAddress: AddressSchema,
    proposer: AddressSchema,
    reason: Type.String(),
    status: ProposalStatusSchema,
    votesFor: Type.Integer(),
    votesAgainst: Type.Integer(),
    createdAt: UnixSeconds('Unix seconds'),
    title: Type.String({ description: 'What it does, as the contract states it' }),
    description: Type.String({ description: 'What will happen, as the contract states it' }),
    flagNumber: Type.Optional(Type.Integer({ description: 'The flag that an unfreeze lifts' })),
    freezeNumber: Type.Optional(
      Type.Integer({
        description: 'The freeze that an unfreeze ends, or that a recovery is under',
      }),
    ),
    rank: ProposerRankSchema,
    isAppeal: Type.Boolean({ description: 'Whether the target opened it by an appeal' }),
    votingOutcome: Type.Enum(['open', 'approved', 'rejected', 'expired'], {
      type: 'string',
      title: 'VotingOutcome',
      description: 'How the voting ended, whatever became of the proposal later',
    }),
    votingEndsAt: UnixSeconds('Unix seconds; from then on no vote counts'),
    executableUntil: UnixSeconds('Unix seconds; from then on it is expired'),
    obstacle: Type.Optional(
      Type.String({ description: 'Why an approved proposal cannot be executed yet' }),
    ),
    voidReason: Type.Optional(
      Type.String({
        description: 'Why it can no longer take effect, where a vote or time undid it',
      }),
    ),
    countdowns: Type.Array(CountdownSchema, { description: 'Future times, earliest first' }),
    health: VoteHealthSchema,
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'Proposal', 'x-absent': NOTHING_MORE },
)

export type Proposal = Type.Static<typeof ProposalSchema>

const CountedVoteSchema = Type.Object(
  {
    voter: AddressSchema,
    support: Type.Boolean({ description: 'true means For' }),
    sequence: Type.Integer({ description: 'Sequence number of the signed message' }),
    castAt: TimeSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    evidenceHash: Type.String(),
    publisher: AddressSchema,
    txId: TxIdSchema,
  },
  { title: 'CountedVote' },
)

export const ProposalDetailSchema = Type.Object(
  { ...ProposalSchema.properties, votes: Type.Array(CountedVoteSchema) },
  { title: 'ProposalDetail', 'x-absent': { ...NOTHING_MORE, votes: [] } },
)

export type ProposalDetail = Type.Static<typeof ProposalDetailSchema>

export const NeededVoteSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    topic: Type.String({
      description: 'Equal for ballots on the same action, address and freeze: show them together',
      examples: ['unfreeze 0xf3fcd2c1a78f5eee 3'],
    }),
    rank: ProposerRankSchema,
    votingEndsAt: UnixSeconds('Unix seconds'),
    secondsLeft: Type.Integer({ minimum: 0, description: 'From the latest indexed block' }),
    mayVote: Type.Boolean(),
    reason: Type.Optional(
      Type.String({
        description: 'Why the wallet may not vote now; where it may, what voting does first',
      }),
    ),
    mayVoteFrom: Type.Optional(
      UnixSeconds(
        'Unix seconds from which it may vote at the earliest: if its records stand until then, and of a wallet without any if its score is published now',
      ),
    ),
    ownVote: Type.Optional(
      Type.Enum(['for', 'against'], { type: 'string', description: 'Its counted vote' }),
    ),
    votesNeeded: Type.Integer({ minimum: 0, description: 'Votes missing from the required 3' }),
    text: Type.String({ examples: ['2 more votes needed'] }),
  },
  { title: 'NeededVote' },
)

export type NeededVote = Type.Static<typeof NeededVoteSchema>

export const VoteChoicesSchema = Type.Array(
  Type.Object(
    {
      proposalId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      support: Type.Boolean({ description: 'true means For' }),
    },
    { title: 'VoteChoice', ...CLOSED },
  ),
  {
    minItems: 1,
    maxItems: MAX_VOTES_PER_MESSAGE,
    description: 'Each proposal once, in the order of the signed text',
  },
)

export type VoteChoice = Type.Static<typeof VoteChoicesSchema>[number]

/**
 * The user's signature of a vote or a proposal, with the sequence number and expiry of the signed
 * text.
 */
export const WalletSignatureSchema = Type.Object(
  {
    address: AddressInputSchema,
    sequence: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Higher than the last one used',
    }),
    validUntil: Type.Integer({
      minimum: 0,
      maximum: 253_402_300_740,
      multipleOf: 60,
      description: 'Unix seconds, a whole minute, after which the message is rejected',
    }),
    signatures: SignaturesSchema,
  },
  { title: 'WalletSignature', ...CLOSED },
)

export type WalletSignature = Type.Static<typeof WalletSignatureSchema>
