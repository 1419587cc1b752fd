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
    waitingAddresses: Type.Integer({ description: 'Changed addresses that are not judged yet' }),
    oldestWaitingSeconds: Type.Integer({ description: 'Block time that the oldest of them waits' }),
    judgedLastDay: Type.Integer({ description: 'Addresses judged in the last 24 h of block time' }),
    expectedFalseAlarms: Type.Number({
      description:
        'Upper bound of the ordinary accounts that behaviour alone accuses wrongly in these 24 h',
    }),
  },
  {
    title: 'AgentStatus',
    'x-absent': {
      waitingAddresses: 0,
      oldestWaitingSeconds: 0,
      judgedLastDay: 0,
      expectedFalseAlarms: 0,
    },
  },
)

export type AgentStatus = Type.Static<typeof AgentStatusSchema>

export const AgentHistoryEntrySchema = Type.Object(
  {
    timestamp: TimeSchema,
    address: AddressSchema,
    action: Type.String({ examples: ['propose_freeze'] }),
    success: Type.Boolean(),
    reason: Type.String(),
    isUnchanged: Type.Optional(
      Type.Boolean({ description: 'true: a routine check or publication that changed nothing' }),
    ),
    isReport: Type.Optional(
      Type.Boolean({
        description:
          'true: a person flagged the wallet or withdrew that: a report, no accusation to appeal against. The words of visitors are not shown',
      }),
    ),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'AgentHistoryEntry', 'x-absent': { reason: '' } },
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

/** Why the agent watches an address; no reasons when it does not. */
export const WatchReasonsSchema = Type.Object(
  {
    address: AddressSchema,
    reasons: Type.Array(
      Type.Object({
        kind: Type.Enum(['flagged', 'vault', 'voted', 'discovered', 'requested'], {
          type: 'string',
        }),
        text: Type.String({ examples: ['it has been flagged since 3 May 2026, 12:00 UTC'] }),
      }),
    ),
  },
  { title: 'WatchReasons' },
)

export type WatchReasons = Type.Static<typeof WatchReasonsSchema>

const CountSchema = Type.Integer({ minimum: 0 })

/** A withdrawn accusation, with its signed retraction. */
export const ClearanceSchema = Type.Object(
  {
    caseId: Type.String(),
    accusedAt: TimeSchema,
    clearedAt: TimeSchema,
    text: Type.String({ description: 'Signed with the tag FLOW-V0.0-user' }),
    signedBy: Type.Object({
      address: AddressSchema,
      keyIndex: Type.Integer(),
      signature: Type.String({ description: 'r and s in hex' }),
    }),
    /** How many of those who got the accusation know of its end; who they are is not shown. */
    recipients: Type.Object({
      reached: CountSchema,
      waiting: CountSchema,
      notReached: CountSchema,
    }),
  },
  { title: 'Clearance' },
)

export type ClearanceAnswer = Type.Static<typeof ClearanceSchema>
