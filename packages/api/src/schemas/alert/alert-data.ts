import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema, TimeSchema, TxIdSchema } from '../fields.ts'
import { EvidenceHashSchema } from '../score/score-fields.ts'
import { ReasonSchema } from '../score/score-result.ts'

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const Score = Type.Number({ minimum: 0, maximum: 100 })
const Share = Type.Number({ minimum: 0, maximum: 1 })
const ReasonCode = Type.Enum(['listed', 'behaviour', 'community', 'keys'], { type: 'string' })

const LinksSchema = Type.Object({
  wallet: Type.String({ description: 'Page of the wallet, with its case' }),
  transaction: Type.Optional(Type.String({ description: 'Page of the transaction' })),
})

/** A reason as it was said; what was said by a version before 1.3.0 has no headline. */
const StatedReasonSchema = Type.Object({
  ...ReasonSchema.properties,
  headline: Type.Optional(ReasonSchema.properties.headline),
})

/** Why an address is accused, as it was said at that time. */
export const StatementSchema = Type.Object(
  {
    score: Score,
    riskLevel: RiskLevelSchema,
    range: Type.Object({ from: Score, to: Score }),
    confidence: Share,
    version: Type.String(),
    reasons: Type.Array(StatedReasonSchema, {
      description: 'At most four, the most serious first',
    }),
    evidenceKinds: Type.Array(ReasonCode),
    ordinary: Type.Object(
      { wallets: Type.Integer(), asBad: Type.Integer(), pValue: Share },
      { description: 'How many of the labelled ordinary wallets look as bad by their behaviour' },
    ),
    isAutomated: Type.Boolean(),
  },
  { title: 'StatementOfReasons' },
)

/** What each message that accuses carries. */
const ACCUSATION = {
  address: AddressSchema,
  caseId: orNull(Type.String()),
  checkedAt: TimeSchema,
  expiresAt: Type.String({
    format: 'date-time',
    description: 'Ask again after this time: what was said may no longer hold',
  }),
  statement: StatementSchema,
  dispute: Type.Object({
    how: Type.String(),
    until: orNull(Type.String({ description: 'null: as long as the case is open' })),
  }),
  links: LinksSchema,
}

export const AccusedDataSchema = Type.Object(
  {
    ...ACCUSATION,
    action: Type.Enum(['warn', 'flag', 'propose_freeze'], { type: 'string' }),
    reason: Type.String(),
    txId: orNull(TxIdSchema),
  },
  { title: 'AccusedData' },
)

export const ReminderDataSchema = Type.Object(
  { ...ACCUSATION, openSince: TimeSchema, reasonCode: ReasonCode },
  { title: 'ReminderData' },
)

export const LevelChangedDataSchema = Type.Object(
  {
    address: AddressSchema,
    score: Score,
    scoreBefore: orNull(Score),
    riskLevel: RiskLevelSchema,
    riskLevelBefore: orNull(RiskLevelSchema),
    evidenceHash: EvidenceHashSchema,
    links: LinksSchema,
  },
  { title: 'LevelChangedData' },
)

export const ClearedDataSchema = Type.Object(
  {
    address: AddressSchema,
    caseId: orNull(Type.String()),
    cause: Type.String({ examples: ['recheck'] }),
    clearance: Type.Object({
      text: Type.String({ description: 'Signed with the tag FLOW-V0.0-user' }),
      address: AddressSchema,
      keyIndex: Type.Integer({ minimum: 0 }),
      signature: orNull(Type.String({ description: 'r and s in hex' })),
    }),
    links: LinksSchema,
  },
  { title: 'ClearedData' },
)

export const ActiveAgainDataSchema = Type.Object(
  {
    address: AddressSchema,
    lastActiveAt: TimeSchema,
    activeAt: TimeSchema,
    quietDays: Type.Integer({ description: 'Whole days without any activity' }),
    links: LinksSchema,
  },
  { title: 'ActiveAgainData' },
)

export const PipelineDataSchema = Type.Object(
  {
    indexedHeight: Type.Integer({ minimum: 0 }),
    delayedSince: Type.String({
      format: 'date-time',
      description: 'By the clock of the server: since then no block was indexed in time',
    }),
  },
  { title: 'PipelineData' },
)

export const TestDataSchema = Type.Object({ message: Type.String() }, { title: 'TestData' })

export const DigestDataSchema = Type.Object(
  {
    alertType: Type.String({ description: 'Type of the alerts that it replaces' }),
    count: Type.Integer({ minimum: 1, description: 'Number of the alerts that it replaces' }),
    addresses: Type.Array(AddressSchema, { description: 'The first 20' }),
    accusations: Type.Array(Type.Union([AccusedDataSchema, ReminderDataSchema]), {
      description: 'All of them in full, where the alerts accuse',
    }),
  },
  { title: 'DigestData' },
)

/** `data` of each type of alert. */
export const ALERT_DATA = {
  'wallet.level_changed': LevelChangedDataSchema,
  'wallet.accused': AccusedDataSchema,
  'wallet.cleared': ClearedDataSchema,
  'wallet.reminder': ReminderDataSchema,
  'wallet.active_again': ActiveAgainDataSchema,
  'pipeline.delayed': PipelineDataSchema,
  'pipeline.recovered': PipelineDataSchema,
  digest: DigestDataSchema,
  'webhook.test': TestDataSchema,
} as const

export type AlertType = keyof typeof ALERT_DATA

export type AlertData<T extends AlertType> = Type.Static<(typeof ALERT_DATA)[T]>

/** What a webhook receives as its body, and an inbox shows. */
export interface AlertMessage<T extends AlertType = AlertType> {
  type: T
  /** Time of the event: block time, or the server's clock for `pipeline.…` and `webhook.test`. */
  timestamp: string
  data: AlertData<T>
}
