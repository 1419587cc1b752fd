import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { WRITTEN_EXAMPLES } from '../openapi/written-examples.ts'
import {
  CreatedWebhookSchema,
  DeliverySchema,
  InboxEntrySchema,
  RequestedDeliverySchema,
  WatchedSchema,
  WebhookSchema,
} from '../schemas/alert/subscriptions.ts'
import {
  AddressInputSchema,
  AddressSchema,
  buildIdSchema,
  buildLimitSchema,
  CursorSchema,
  TimeSchema,
} from '../schemas/fields.ts'
import { AlertEventSchema } from '../schemas/stream/stream.ts'
import type { FailureCode } from './failures/failures.ts'
import { READ_FAILURES } from './failures/read-failures.ts'
import { defineRoute } from './route.ts'

const SESSION_FAILURES = [
  ...READ_FAILURES,
  'not_signed_in',
] as const satisfies readonly FailureCode[]

const WRITE_FAILURES = [
  ...SESSION_FAILURES,
  'origin_refused',
] as const satisfies readonly FailureCode[]

const AddressParams = Type.Object({ address: AddressInputSchema })
const EntryParams = Type.Object({ id: buildIdSchema('id', 'an entry') })
const WebhookParams = Type.Object({ id: buildIdSchema('id', 'a webhook') })
const DeliveryParams = Type.Object({
  id: buildIdSchema('id', 'a webhook'),
  deliveryId: buildIdSchema('deliveryId', 'a delivery'),
})

const PageQuery = Type.Object({
  limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
  cursor: Type.Optional(CursorSchema),
})

export const listWatched = defineRoute({
  operationId: 'listWatched',
  method: 'GET',
  url: '/v1/watch',
  tag: 'Alerts',
  summary: 'List the addresses that the logged-in wallet watches',
  data: Type.Array(WatchedSchema),
  dataExample: [WRITTEN_EXAMPLES.watched],
  failures: SESSION_FAILURES,
})

export const watchAddress = defineRoute({
  operationId: 'watchAddress',
  method: 'PUT',
  url: '/v1/watch/:address',
  tag: 'Alerts',
  summary: 'Watch an address',
  description: 'Takes no body. Scores the address now; at most 100 for each wallet.',
  params: AddressParams,
  data: WatchedSchema,
  dataExample: WRITTEN_EXAMPLES.watched,
  failures: [
    ...WRITE_FAILURES,
    'watch_list_full',
    'account_not_found',
    'node_unreachable',
    'not_ready',
  ],
})

export const unwatchAddress = defineRoute({
  operationId: 'unwatchAddress',
  method: 'DELETE',
  url: '/v1/watch/:address',
  tag: 'Alerts',
  summary: 'Stop watching an address',
  description: 'The clearance of an accusation that was told still comes.',
  params: AddressParams,
  data: Type.Object({ address: AddressSchema }),
  dataExample: { address: '0x179b6b1cb6755e31' },
  failures: WRITE_FAILURES,
})

export const listInbox = defineRoute({
  operationId: 'listInbox',
  method: 'GET',
  url: '/v1/inbox',
  tag: 'Alerts',
  summary: 'List the alerts of the logged-in wallet, newest first',
  query: PageQuery,
  data: Type.Array(InboxEntrySchema),
  dataExample: [WRITTEN_EXAMPLES.inboxEntry],
  failures: SESSION_FAILURES,
})

export const markSeen = defineRoute({
  operationId: 'markSeen',
  method: 'POST',
  url: '/v1/inbox/:id/seen',
  tag: 'Alerts',
  summary: 'Mark an alert as seen',
  description: 'Takes no body. For a clearance, it is the proof that it was read.',
  params: EntryParams,
  data: Type.Object({ id: Type.String(), seenAt: TimeSchema }),
  dataExample: { id: '7', seenAt: '2026-11-22T12:05:00.000Z' },
  failures: [...WRITE_FAILURES, 'alert_not_found'],
})

export const createWebhook = defineRoute({
  operationId: 'createWebhook',
  method: 'POST',
  url: '/v1/webhooks',
  tag: 'Alerts',
  summary: 'Have alerts posted to a URL',
  description:
    'Shows the secret that signs the messages, once. At most 5 for each wallet; docs/alerts.md describes the messages.',
  body: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$',
      description: 'an https:// address on the public internet',
    }),
    addresses: Type.Optional(
      Type.Array(AddressInputSchema, {
        minItems: 1,
        maxItems: 100,
        description: 'addresses of the watch list; absent for all of them',
      }),
    ),
  }),
  bodyExample: { url: 'https://example.org/dharma' },
  data: CreatedWebhookSchema,
  dataExample: WRITTEN_EXAMPLES.createdWebhook,
  failures: [
    ...WRITE_FAILURES,
    'invalid_address',
    'address_not_on_network',
    'webhook_url_refused',
    'too_many_webhooks',
    'not_watched',
  ],
})

export const listWebhooks = defineRoute({
  operationId: 'listWebhooks',
  method: 'GET',
  url: '/v1/webhooks',
  tag: 'Alerts',
  summary: 'List the webhooks of the logged-in wallet, without their secrets',
  data: Type.Array(WebhookSchema),
  dataExample: [WRITTEN_EXAMPLES.webhook],
  failures: SESSION_FAILURES,
})

export const deleteWebhook = defineRoute({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  url: '/v1/webhooks/:id',
  tag: 'Alerts',
  summary: 'Remove a webhook',
  description: 'What waits for it is not sent any more; clearances go to the inbox instead.',
  params: WebhookParams,
  data: Type.Object({ id: Type.String() }),
  dataExample: { id: '3' },
  failures: [...WRITE_FAILURES, 'webhook_not_found'],
})

export const testWebhook = defineRoute({
  operationId: 'testWebhook',
  method: 'POST',
  url: '/v1/webhooks/:id/test',
  tag: 'Alerts',
  summary: 'Send a test message to a webhook',
  description: 'Takes no body.',
  params: WebhookParams,
  data: RequestedDeliverySchema,
  dataExample: { id: '12' },
  failures: [...WRITE_FAILURES, 'webhook_not_found'],
})

export const listDeliveries = defineRoute({
  operationId: 'listDeliveries',
  method: 'GET',
  url: '/v1/webhooks/:id/deliveries',
  tag: 'Alerts',
  summary: 'List what was sent to a webhook, newest first',
  params: WebhookParams,
  query: PageQuery,
  data: Type.Array(DeliverySchema),
  dataExample: [WRITTEN_EXAMPLES.delivery],
  failures: [...SESSION_FAILURES, 'webhook_not_found'],
})

export const redeliver = defineRoute({
  operationId: 'redeliver',
  method: 'POST',
  url: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
  tag: 'Alerts',
  summary: 'Send a delivery once more, with the same message id',
  description: 'Takes no body.',
  params: DeliveryParams,
  data: RequestedDeliverySchema,
  dataExample: { id: '12' },
  failures: [...WRITE_FAILURES, 'webhook_not_found', 'delivery_not_found'],
})

export const streamAlerts = defineRoute({
  operationId: 'streamAlerts',
  method: 'GET',
  url: '/v1/alerts/events',
  tag: 'Agent',
  summary: 'Follow the history of the agent by server-sent events',
  description:
    'Sends an `alert` event for each new entry of the history, of all addresses or of one. Comments in between keep the connection open.',
  query: Type.Object({ address: Type.Optional(AddressInputSchema) }),
  data: AlertEventSchema,
  contentType: 'text/event-stream',
})

/** In the order of the reference. */
export const ALERT_ROUTES = [
  listWatched,
  watchAddress,
  unwatchAddress,
  listInbox,
  markSeen,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  redeliver,
  streamAlerts,
] as const
