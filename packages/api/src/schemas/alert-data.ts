import { REASON_CODES } from '@app/values/reason-code.ts'
import * as Type from 'typebox'
import { AddressSchema, Nullable, RiskLevelSchema, TimeSchema, TxIdSchema } from './fields.ts'
import { EvidenceHashSchema, ReasonSchema } from './score.ts'

const Score = Type.Number({ minimum: 0, maximum: 100 })
const Share = Type.Number({ minimum: 0, maximum: 1 })
export const REASON_CODE_TEXT =
  'listed: the wallet itself is on a scam list. contact: money from or to a listed account, directly or over one other account. behaviour: how it moves money. community: votes or reports. keys: a change of its keys or contracts.'

const ReasonCode = Type.Enum([...REASON_CODES], {
  type: 'string',
  title: 'ReasonCode',
  description: REASON_CODE_TEXT,
})

const LinksSchema = Type.Object(
  {
    wallet: Type.String({ description: 'Page of the wallet, with its case' }),
    transaction: Type.Optional(Type.String({ description: 'Page of the transaction' })),
  },
  { title: 'AlertLinks' },
)

/** Why an address is accused, as it was said at that time. */
export const StatementSchema = Type.Object(
  {
    score: Score,
    riskLevel: RiskLevelSchema,
    range: Type.Object({ from: Score, to: Score }),
    confidence: Share,
    version: Type.String(),
    reasons: Type.Array(ReasonSchema, {
      description: 'At most four, the most serious first',
    }),
    evidenceKinds: Type.Array(ReasonCode),
    ordinary: Type.Optional(
      Type.Object(
        { wallets: Type.Integer(), asBad: Type.Integer(), pValue: Share },
        {
          description:
            'How many of the labelled ordinary wallets look as bad by their behaviour; absent where the accusation does not rest on behaviour',
        },
      ),
    ),
    isAutomated: Type.Boolean(),
  },
  { title: 'StatementOfReasons' },
)

const ACCUSATION = {
  address: AddressSchema,
  caseId: Nullable(Type.String()),
  checkedAt: TimeSchema,
  expiresAt: Type.String({
    format: 'date-time',
    description: 'Ask again after this time: what was said may no longer hold',
  }),
  statement: StatementSchema,
  dispute: Type.Object(
    {
      how: Type.String(),
      until: Nullable(Type.String({ description: 'null: as long as the case is open' })),
    },
    { title: 'Dispute' },
  ),
  links: LinksSchema,
}

export const AccusedDataSchema = Type.Object(
  {
    ...ACCUSATION,
    action: Type.Enum(['warn', 'flag', 'propose_freeze'], { type: 'string' }),
    reason: Type.String(),
    txId: Nullable(TxIdSchema),
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
    scoreBefore: Nullable(Score),
    riskLevel: RiskLevelSchema,
    riskLevelBefore: Nullable(RiskLevelSchema),
    cause: Type.Optional(
      Type.Literal('rules', {
        description:
          'Only the rules changed: by those of the version before, the level would be the same as before',
      }),
    ),
    evidenceHash: EvidenceHashSchema,
    links: LinksSchema,
  },
  { title: 'LevelChangedData' },
)

export const ClearedDataSchema = Type.Object(
  {
    address: AddressSchema,
    caseId: Nullable(Type.String()),
    cause: Type.String({ examples: ['a recheck no longer supports it'] }),
    clearance: Type.Object({
      text: Type.String({ description: 'Signed with the tag FLOW-V0.0-user' }),
      address: AddressSchema,
      keyIndex: Type.Integer({ minimum: 0 }),
      signature: Nullable(Type.String({ description: 'r and s in hex' })),
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

const TestDataSchema = Type.Object({ message: Type.String() }, { title: 'TestData' })

const ChallengeDataSchema = Type.Object(
  {
    challenge: Type.String({
      description: 'The answer must be this object: a 2xx with it as JSON',
    }),
  },
  { title: 'ChallengeData' },
)

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

export const ALERT_DATA = {
  'wallet.level_changed': LevelChangedDataSchema,
  'wallet.accused': AccusedDataSchema,
  'wallet.cleared': ClearedDataSchema,
  'wallet.reminder': ReminderDataSchema,
  'wallet.active_again': ActiveAgainDataSchema,
  digest: DigestDataSchema,
  'webhook.test': TestDataSchema,
  'webhook.challenge': ChallengeDataSchema,
} as const

export type AlertType = keyof typeof ALERT_DATA

export type AlertData<T extends AlertType> = Type.Static<(typeof ALERT_DATA)[T]>

/** What a webhook receives as its body, and an inbox shows. */
export interface AlertMessage<T extends AlertType = AlertType> {
  type: T
  /** Time of the event: block time, or the server's clock for `webhook.…`. */
  timestamp: string
  data: AlertData<T>
}
