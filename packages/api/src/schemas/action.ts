import * as Type from 'typebox'
import { AddressSchema, TimeSchema, TxIdSchema } from './fields.ts'

export const ActionSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ examples: ['publish'] }),
    address: AddressSchema,
    status: Type.Enum(['queued', 'sent', 'sealed', 'failed'], { type: 'string', 'x-open': true }),
    reason: Type.String(),
    caseId: Type.String(),
    createdAt: TimeSchema,
    txId: Type.Optional(TxIdSchema),
    problem: Type.Optional(
      Type.String({ description: 'Why it failed, or why it has not been sent yet' }),
    ),
  },
  { title: 'Action' },
)

export type AgentAction = Type.Static<typeof ActionSchema>

export const FlagSchema = Type.Object(
  {
    id: Type.String(),
    targetAddress: AddressSchema,
    reason: Type.String(),
    weight: Type.Number({ minimum: 0, maximum: 1 }),
    caseId: Type.String(),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'Flag' },
)

export type ReportedFlag = Type.Static<typeof FlagSchema>

export const RelayedSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the action' }),
    targetAddress: AddressSchema,
    caseId: Type.String({
      description: 'What entries of the history about it have in common; it can be no case',
    }),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'Relayed' },
)

export type Relayed = Type.Static<typeof RelayedSchema>

/** A signed message that was sent, of which nothing is indexed yet. */
export const SentTransactionSchema = Type.Object({ txId: TxIdSchema }, { title: 'SentTransaction' })

/** The transaction of a write, where one was sent. */
export const SentSchema = Type.Object({ txId: Type.Optional(TxIdSchema) })
