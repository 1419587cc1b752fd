import * as Type from 'typebox'
import { ALERT_DATA, type AlertType } from './alert-data.ts'
import { AddressSchema, RiskLevelSchema, TimeSchema } from './fields.ts'

const ALERT_TYPES = Object.keys(ALERT_DATA) as AlertType[]

const AlertTypeSchema = Type.Enum(ALERT_TYPES, { type: 'string', title: 'AlertType' })

export const WatchedSchema = Type.Object(
  {
    address: AddressSchema,
    since: TimeSchema,
    score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    riskLevel: Type.Optional(RiskLevelSchema),
  },
  { title: 'Watched' },
)

export type Watched = Type.Static<typeof WatchedSchema>

export const InboxEntrySchema = Type.Object(
  {
    id: Type.String(),
    type: AlertTypeSchema,
    timestamp: TimeSchema,
    data: Type.Unknown({ description: 'By type, as a webhook gets it: see docs/use/alerts.md' }),
    isSeen: Type.Boolean(),
    seenAt: Type.Optional(TimeSchema),
  },
  { title: 'InboxEntry' },
)

export type InboxEntry = Type.Static<typeof InboxEntrySchema>

const WEBHOOK_STATUSES = ['confirmed', 'unconfirmed', 'gone'] as const

const WebhookStatusSchema = Type.Enum([...WEBHOOK_STATUSES], {
  type: 'string',
  title: 'WebhookStatus',
  description:
    'confirmed: gets alerts; unconfirmed: gets nothing but challenges; gone: its server answered 410 (Gone), and it gets nothing until it is confirmed again',
})

export const WebhookSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    addresses: Type.Optional(
      Type.Array(AddressSchema, { description: 'Absent: the whole watch list' }),
    ),
    createdAt: TimeSchema,
    status: WebhookStatusSchema,
    replacedSecretUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Until then secrets that were replaced sign too',
      }),
    ),
  },
  { title: 'Webhook' },
)

export type WebhookEntry = Type.Static<typeof WebhookSchema>

const SecretSchema = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]+=*$',
  description: 'Signs what is sent; shown only now',
})

export const CreatedWebhookSchema = Type.Object(
  {
    id: Type.String(),
    secret: SecretSchema,
    status: WebhookStatusSchema,
    problem: Type.Optional(
      Type.String({ description: 'Why it is not confirmed, and what its receiver must answer' }),
    ),
  },
  { title: 'CreatedWebhook' },
)

export const ConfirmedWebhookSchema = Type.Object(
  { id: Type.String(), status: WebhookStatusSchema },
  { title: 'ConfirmedWebhook' },
)

export const RotatedSecretSchema = Type.Object(
  { id: Type.String(), secret: SecretSchema, replacedSecretUntil: TimeSchema },
  { title: 'RotatedSecret' },
)

export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    messageId: Type.String({ description: 'Header webhook-id, the same in every attempt' }),
    type: AlertTypeSchema,
    status: Type.Enum(['waiting', 'delivered', 'withdrawn', 'dead', 'not_reached'], {
      type: 'string',
      description:
        'withdrawn: overtaken by a clearance, or the webhook was removed or stopped, or is gone; dead: every attempt failed, the only one of a test or a challenge; not_reached: a clearance that nobody acknowledged within 7 days, or whose webhook was stopped',
    }),
    attempts: Type.Integer({ minimum: 0 }),
    responseStatus: Type.Optional(Type.Integer({ description: 'Of the last attempt' })),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
    createdAt: TimeSchema,
    attemptedAt: Type.Optional(TimeSchema),
    acknowledgedAt: Type.Optional(TimeSchema),
  },
  { title: 'Delivery' },
)

export type DeliveryEntry = Type.Static<typeof DeliverySchema>

export const RequestedDeliverySchema = Type.Object(
  { id: Type.String({ description: 'Its entry in the log of the webhook' }) },
  { title: 'RequestedDelivery' },
)

export const SUBSCRIPTION_CHANNELS = ['chat', 'push'] as const

export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number]

export const SubscriptionChannelSchema = Type.Enum([...SUBSCRIPTION_CHANNELS], {
  type: 'string',
  title: 'SubscriptionChannel',
  description: 'chat: a channel of Discord or Slack; push: notifications of a browser',
})

const SubscriptionStatusSchema = Type.Enum(['confirmed', 'unconfirmed', 'gone'], {
  type: 'string',
  title: 'SubscriptionStatus',
  description:
    'confirmed: gets alerts; unconfirmed: gets nothing but codes; gone: its server answered 410 (Gone), and it gets nothing but codes until it is confirmed again',
})

export const SubscriptionSchema = Type.Object(
  {
    id: Type.String(),
    channel: SubscriptionChannelSchema,
    name: Type.String({ description: 'Where it leads, without what is secret of its URL' }),
    createdAt: TimeSchema,
    status: SubscriptionStatusSchema,
  },
  { title: 'Subscription' },
)

export type SubscriptionEntry = Type.Static<typeof SubscriptionSchema>

export const CreatedSubscriptionSchema = Type.Object(
  {
    id: Type.String(),
    status: SubscriptionStatusSchema,
    problem: Type.Optional(Type.String({ description: 'Why its code could not be posted' })),
  },
  { title: 'CreatedSubscription' },
)

export const PushKeySchema = Type.Object(
  {
    publicKey: Type.String({
      description: 'In base64url: the `applicationServerKey` of `PushManager.subscribe`',
    }),
  },
  { title: 'PushKey' },
)
