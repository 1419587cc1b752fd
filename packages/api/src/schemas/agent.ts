import * as Type from 'typebox'
import { ActionSchema } from './action.ts'
import { AddressSchema, TimeSchema, TxIdSchema } from './fields.ts'

export const AgentStatusSchema = Type.Object(
  {
    config: Type.Object({
      enabled: Type.Boolean(),
      lowScoreThreshold: Type.Number(),
      autoFlag: Type.Boolean(),
      scheduleRechecks: Type.Boolean(),
    }),
    totalActions: Type.Integer(),
    successfulActions: Type.Integer(),
    failedActions: Type.Integer(),
    processedAddresses: Type.Integer({ description: 'Number of addresses monitored' }),
  },
  { title: 'AgentStatus' },
)

export type AgentStatus = Type.Static<typeof AgentStatusSchema>

/** One action of the agent; `timestamp` is unique per address. */
export const AgentHistoryEntrySchema = Type.Object(
  {
    timestamp: TimeSchema,
    address: AddressSchema,
    action: Type.String({ examples: ['propose_freeze'] }),
    success: Type.Boolean(),
    reason: Type.String(),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'AgentHistoryEntry' },
)

export type AgentHistoryEntry = Type.Static<typeof AgentHistoryEntrySchema>

export const ReviewSchema = Type.Object(
  {
    address: AddressSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    actions: Type.Array(ActionSchema),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'Review' },
)

export type Review = Type.Static<typeof ReviewSchema>
