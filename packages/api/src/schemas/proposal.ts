import * as Type from 'typebox'
import { AddressInputSchema, AddressSchema, TxIdSchema } from './fields.ts'

export const ProposalActionSchema = Type.Enum(['freeze', 'unfreeze', 'recover'], { type: 'string' })

export type ProposalAction = Type.Static<typeof ProposalActionSchema>

const STATUSES = ['pending', 'active', 'approved', 'executed', 'rejected', 'expired'] as const

export const ProposalSchema = Type.Object(
  {
    id: Type.Integer(),
    action: ProposalActionSchema,
    targetAddress: AddressSchema,
    proposer: AddressSchema,
    reason: Type.String(),
    status: Type.Enum([...STATUSES], { type: 'string' }),
    votesFor: Type.Integer(),
    votesAgainst: Type.Integer(),
    createdAt: Type.Integer({ description: 'Unix seconds' }),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'Proposal' },
)

export type Proposal = Type.Static<typeof ProposalSchema>

/**
 * The user's signature of a vote or a proposal, with the sequence number and expiry of the signed
 * text.
 */
export const WalletSignatureSchema = Type.Object(
  {
    address: AddressInputSchema,
    sequence: Type.Integer({ minimum: 0, description: 'Higher than the last one used' }),
    validUntil: Type.Integer({
      minimum: 0,
      multipleOf: 60,
      description: 'Unix seconds, a whole minute, after which the message is rejected',
    }),
    signatures: Type.Array(
      Type.Object({
        keyId: Type.Integer({ minimum: 0 }),
        signature: Type.String({ pattern: '^[0-9a-fA-F]{128}$', description: 'r and s in hex' }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  },
  { title: 'WalletSignature' },
)

export type WalletSignature = Type.Static<typeof WalletSignatureSchema>
