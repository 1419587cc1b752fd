import * as Type from 'typebox'
import { AddressSchema, NetworkSchema, TxIdSchema } from './fields.ts'
import { ProposalActionSchema, ProposalStatusSchema, ProposerRankSchema } from './proposal.ts'

export const VOTE_ARCHIVE_FORMAT = 'dharma-guard-votes/2'

/**
 * A signed message, which can carry several votes: what `DharmaConsent` accepted, with the signatures from
 * the transaction.
 */
export const SignedMessageSchema = Type.Object(
  {
    text: Type.String({ description: 'The signed text, without the domain tag' }),
    sequence: Type.Integer(),
    validUntil: Type.Integer({ description: 'Unix seconds' }),
    signatures: Type.Array(
      Type.Object({
        keyIndex: Type.Integer({ minimum: 0 }),
        publicKey: Type.String({ description: 'Public key of the account, in hex' }),
        signatureAlgorithm: Type.String({ examples: ['ECDSA_P256'] }),
        hashAlgorithm: Type.String({ examples: ['SHA3_256'] }),
        weight: Type.Number({ description: '1000 in sum are needed' }),
        signature: Type.String({ description: 'r and s in hex' }),
      }),
    ),
    problem: Type.Optional(
      Type.String({ description: 'Why no signature was found in the transaction' }),
    ),
  },
  { title: 'SignedMessage' },
)

const ReceiptSchema = Type.Object(
  {
    txId: TxIdSchema,
    height: Type.Integer({ minimum: 0 }),
    at: Type.Integer({ description: 'Unix seconds of the block' }),
  },
  { title: 'Receipt' },
)

const ArchivedVoteSchema = Type.Object(
  {
    voter: AddressSchema,
    support: Type.Boolean(),
    isCounted: Type.Boolean({ description: 'false where a later vote of the voter replaced it' }),
    score: Type.Number(),
    evidenceHash: Type.String(),
    publisher: AddressSchema,
    message: SignedMessageSchema,
    receipt: ReceiptSchema,
  },
  { title: 'ArchivedVote' },
)

const ArchivedProposalSchema = Type.Object(
  {
    id: Type.Integer(),
    action: ProposalActionSchema,
    targetAddress: AddressSchema,
    flagNumber: Type.Optional(Type.Integer()),
    freezeNumber: Type.Optional(Type.Integer()),
    proposer: AddressSchema,
    rank: ProposerRankSchema,
    isAppeal: Type.Boolean(),
    title: Type.String(),
    reason: Type.String(),
    reasonHash: Type.String(),
    isReasonWithheld: Type.Optional(
      Type.Boolean({ description: 'The operator does not show the text; the hash stays' }),
    ),
    createdAt: Type.Integer(),
    votingEndsAt: Type.Integer(),
    status: ProposalStatusSchema,
    votesFor: Type.Integer(),
    votesAgainst: Type.Integer(),
    message: Type.Union([SignedMessageSchema, Type.Null()]),
    receipt: ReceiptSchema,
    execution: Type.Union([ReceiptSchema, Type.Null()]),
    votes: Type.Array(ArchivedVoteSchema),
  },
  { title: 'ArchivedProposal' },
)

/** Every proposal with every vote that was cast on it, to be checked against the chain alone. */
export const VoteArchiveSchema = Type.Object(
  {
    format: Type.Literal(VOTE_ARCHIVE_FORMAT),
    network: NetworkSchema,
    contract: AddressSchema,
    toHeight: Type.Integer({ minimum: 0 }),
    proposals: Type.Array(ArchivedProposalSchema),
  },
  { title: 'VoteArchive' },
)

export type VoteArchive = Type.Static<typeof VoteArchiveSchema>
export type ArchivedProposal = VoteArchive['proposals'][number]
export type ArchivedVote = ArchivedProposal['votes'][number]
export type SignedMessage = ArchivedVote['message']
