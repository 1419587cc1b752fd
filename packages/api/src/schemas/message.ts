import * as Type from 'typebox'
import { AppealSubjectSchema } from './case.ts'
import {
  AddressInputSchema,
  AddressSchema,
  buildHashSchema,
  CaseIdInputSchema,
  CLOSED,
  NetworkSchema,
} from './fields.ts'
import { ProposalActionSchema, VoteChoicesSchema } from './proposal.ts'

const ReasonHashSchema = buildHashSchema('the reason')

export const MessageContentSchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('proposal'),
        action: ProposalActionSchema,
        targetAddress: AddressInputSchema,
        reasonHash: ReasonHashSchema,
      },
      { title: 'ProposalContent', ...CLOSED },
    ),
    Type.Object(
      {
        kind: Type.Literal('vote'),
        votes: VoteChoicesSchema,
      },
      { title: 'VoteContent', ...CLOSED },
    ),
    Type.Object(
      {
        kind: Type.Literal('report'),
        targetAddress: AddressInputSchema,
        reasonHash: ReasonHashSchema,
      },
      { title: 'ReportContent', ...CLOSED },
    ),
    Type.Object(
      {
        kind: Type.Enum(['report withdrawal', 'vouch', 'vouch withdrawal'], { type: 'string' }),
        targetAddress: AddressInputSchema,
      },
      { title: 'VouchOrWithdrawalContent', ...CLOSED },
    ),
    Type.Object(
      {
        kind: Type.Literal('appeal'),
        against: AppealSubjectSchema,
        reasonHash: ReasonHashSchema,
      },
      { title: 'AppealContent', ...CLOSED },
    ),
    Type.Object(
      {
        kind: Type.Literal('owner statement'),
        caseId: CaseIdInputSchema,
        textHash: buildHashSchema('the statement'),
      },
      { title: 'OwnerStatementContent', ...CLOSED },
    ),
  ],
  {
    title: 'MessageContent',
    description:
      'one of { kind: proposal, action, targetAddress, reasonHash }, { kind: vote, votes }, { kind: report, targetAddress, reasonHash }, { kind: report withdrawal, vouch or vouch withdrawal, targetAddress }, { kind: appeal, against, reasonHash } and { kind: owner statement, caseId, textHash }',
  },
)

export type MessageContent = Type.Static<typeof MessageContentSchema>

/** What a proposal does, with every value that its signed lines name. */
const SignedActionSchema = Type.Object(
  {
    name: ProposalActionSchema,
    targetAddress: AddressSchema,
    flagNumber: Type.Optional(Type.Integer()),
    freezeNumber: Type.Optional(Type.Integer()),
    recoveryAddress: Type.Optional(AddressSchema),
    recoveryAddressSince: Type.Optional(Type.Integer({ description: 'Unix seconds' })),
    recoveryAddressBefore: Type.Optional(AddressSchema),
  },
  { title: 'SignedAction' },
)

export const MessageSchema = Type.Object(
  {
    text: Type.String({ description: 'The exact text to sign, with tag FLOW-V0.0-user' }),
    series: Type.Enum(['proposals', 'votes', 'appeals', 'reports', 'statements'], {
      type: 'string',
      description: 'Series of sequence numbers; each case has its own for statements',
    }),
    sequence: Type.Integer({ description: 'Next sequence number of the series, as in the text' }),
    validUntil: Type.Integer({ description: 'Unix seconds, a whole minute, as in the text' }),
    blockTime: Type.Integer({ description: 'Unix seconds of the latest block' }),
    maxValidity: Type.Integer({ description: 'Maximum of validUntil - blockTime, in seconds' }),
    contract: AddressSchema,
    network: NetworkSchema,
    actions: Type.Optional(
      Type.Array(SignedActionSchema, {
        description: 'Of a proposal, or of the proposal of each vote, in the order of the votes',
      }),
    ),
  },
  { title: 'Message' },
)

export type Message = Type.Static<typeof MessageSchema>
