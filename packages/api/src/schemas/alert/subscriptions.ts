import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema, TimeSchema } from '../fields.ts'
import { ALERT_DATA, type AlertType } from './alert-data.ts'

const ALERT_TYPES = Object.keys(ALERT_DATA) as AlertType[]

const AlertTypeSchema = Type.Enum(ALERT_TYPES, { type: 'string' })

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
    data: Type.Unknown({ description: 'By type, as a webhook gets it: see docs/alerts.md' }),
    isSeen: Type.Boolean(),
    seenAt: Type.Optional(TimeSchema),
  },
  { title: 'InboxEntry' },
)

export type InboxEntry = Type.Static<typeof InboxEntrySchema>

const WEBHOOK = {
  id: Type.String(),
  url: Type.String(),
  addresses: Type.Optional(
    Type.Array(AddressSchema, { description: 'Absent: the whole watch list' }),
  ),
  createdAt: TimeSchema,
}

export const WebhookSchema = Type.Object(WEBHOOK, { title: 'Webhook' })

export type WebhookEntry = Type.Static<typeof WebhookSchema>

export const CreatedWebhookSchema = Type.Object(
  {
    id: Type.String(),
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]+=*$',
      description: 'Signs what is sent; shown only now',
    }),
  },
  { title: 'CreatedWebhook' },
)

export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    messageId: Type.String({ description: 'Header webhook-id, the same in every attempt' }),
    type: AlertTypeSchema,
    status: Type.Enum(['waiting', 'delivered', 'withdrawn', 'dead', 'not_reached'], {
      type: 'string',
      description:
        'withdrawn: overtaken by a clearance, or the webhook was removed; dead: every attempt failed; not_reached: a clearance that nobody acknowledged within 7 days',
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

export type Delivery = Type.Static<typeof DeliverySchema>

export const RequestedDeliverySchema = Type.Object(
  { id: Type.String({ description: 'Its entry in the log of the webhook' }) },
  { title: 'RequestedDelivery' },
)
