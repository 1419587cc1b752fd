import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { WRITTEN_EXAMPLES } from '../openapi/written-examples.ts'
import {
  AddressInputSchema,
  AddressSchema,
  buildIdSchema,
  buildLimitSchema,
  CLOSED,
  CursorSchema,
  TimeSchema,
} from '../schemas/fields.ts'
import {
  ConfirmedWebhookSchema,
  CreatedSubscriptionSchema,
  CreatedWebhookSchema,
  DeliverySchema,
  InboxEntrySchema,
  PushKeySchema,
  RequestedDeliverySchema,
  RotatedSecretSchema,
  SubscriptionChannelSchema,
  SubscriptionSchema,
  WatchedSchema,
  WebhookSchema,
} from '../schemas/subscriptions.ts'
import { READ_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

const AddressParams = Type.Object({ address: AddressInputSchema })
const EntryParams = Type.Object({ id: buildIdSchema('an entry') })
const WebhookParams = Type.Object({ id: buildIdSchema('a webhook') })
const DeliveryParams = Type.Object({
  id: buildIdSchema('a webhook'),
  deliveryId: buildIdSchema('a delivery'),
})

const SubscriptionParams = Type.Object({ id: buildIdSchema('a subscription') })
const SubscriptionDeliveryParams = Type.Object({
  id: buildIdSchema('a subscription'),
  deliveryId: buildIdSchema('a delivery'),
})

const PageQuery = Type.Object({
  limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
  cursor: Type.Optional(CursorSchema),
})

/** A URL to which alerts are sent, also with other scripts. */
const TARGET_URL = '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$'

/** In the order of the reference. */
export const ALERT_ROUTES = defineRoutes(
  { tag: 'Alerts', auth: 'session' },
  {
    listWatched: {
      method: 'GET',
      url: '/v1/watch',
      summary: 'List the addresses that the logged-in wallet watches',
      data: Type.Array(WatchedSchema),
      dataExample: [WRITTEN_EXAMPLES.watched],
      failures: READ_FAILURES,
    },
    watchAddress: {
      method: 'PUT',
      url: '/v1/watch/:address',
      summary: 'Watch an address',
      description: 'Takes no body. Scores the address now; at most 100 for each wallet.',
      params: AddressParams,
      data: WatchedSchema,
      dataExample: WRITTEN_EXAMPLES.watched,
      failures: [
        ...READ_FAILURES,
        'watch_list_full',
        'account_not_found',
        'node_unreachable',
        'not_ready',
      ],
    },
    unwatchAddress: {
      method: 'DELETE',
      url: '/v1/watch/:address',
      summary: 'Stop watching an address',
      description: 'The clearance of an accusation that was told still comes.',
      params: AddressParams,
      data: Type.Object({ address: AddressSchema }),
      dataExample: { address: '0x179b6b1cb6755e31' },
      failures: READ_FAILURES,
    },
    listInbox: {
      method: 'GET',
      url: '/v1/inbox',
      summary: 'List the alerts of the logged-in wallet, newest first',
      query: PageQuery,
      data: Type.Array(InboxEntrySchema),
      dataExample: [WRITTEN_EXAMPLES.inboxEntry],
      failures: READ_FAILURES,
    },
    markSeen: {
      method: 'POST',
      url: '/v1/inbox/:id/seen',
      summary: 'Mark an alert as seen',
      description: 'Takes no body. For a clearance, it is the proof that it was read.',
      params: EntryParams,
      data: Type.Object({ id: Type.String(), seenAt: TimeSchema }),
      dataExample: { id: '7', seenAt: '2026-11-22T12:05:00.000Z' },
      failures: [...READ_FAILURES, 'alert_not_found'],
    },
    createWebhook: {
      method: 'POST',
      url: '/v1/webhooks',
      summary: 'Have alerts posted to a URL',
      description:
        'Shows the secret that signs the messages, once. The receiver is sent a challenge, and gets alerts once it has answered it; its answer is waited for. At most 5 for each wallet; docs/use/alerts.md describes the messages.',
      body: Type.Object(
        {
          url: Type.String({
            minLength: 1,
            maxLength: 500,
            pattern: TARGET_URL,
            description:
              'an https:// address on the public internet, of at most 500 characters in ASCII; kept in ASCII, without its fragment',
          }),
          addresses: Type.Optional(
            Type.Array(AddressInputSchema, {
              minItems: 1,
              maxItems: 100,
              description: 'addresses of the watch list; absent for all of them',
            }),
          ),
        },
        CLOSED,
      ),
      bodyExample: { url: 'https://example.org/dharma' },
      data: CreatedWebhookSchema,
      dataExample: WRITTEN_EXAMPLES.createdWebhook,
      failures: [
        ...READ_FAILURES,
        'invalid_address',
        'address_not_on_network',
        'webhook_url_refused',
        'too_many_webhooks',
        'not_watched',
      ],
    },
    listWebhooks: {
      method: 'GET',
      url: '/v1/webhooks',
      summary: 'List the webhooks of the logged-in wallet, without their secrets',
      data: Type.Array(WebhookSchema),
      dataExample: [WRITTEN_EXAMPLES.webhook],
      failures: READ_FAILURES,
    },
    deleteWebhook: {
      method: 'DELETE',
      url: '/v1/webhooks/:id',
      summary: 'Remove a webhook',
      description: 'What waits for it is not sent any more; clearances go to the inbox instead.',
      params: WebhookParams,
      data: Type.Object({ id: Type.String() }),
      dataExample: { id: '3' },
      failures: [...READ_FAILURES, 'webhook_not_found'],
    },
    confirmWebhook: {
      method: 'POST',
      url: '/v1/webhooks/:id/confirm',
      summary: 'Send a challenge to a webhook that is not confirmed',
      description:
        'Takes no body. Waits for the answer of the receiver. At most 5 challenges a minute to one URL, by all wallets together; a webhook that is confirmed gets none.',
      params: WebhookParams,
      data: ConfirmedWebhookSchema,
      dataExample: { id: '3', status: 'confirmed' },
      failures: [...READ_FAILURES, 'webhook_not_found', 'webhook_not_confirmed'],
    },
    testWebhook: {
      method: 'POST',
      url: '/v1/webhooks/:id/test',
      summary: 'Send a test message to a webhook',
      description:
        'Takes no body. It is sent once, at most 5 times a minute to one URL, by all wallets together.',
      params: WebhookParams,
      data: RequestedDeliverySchema,
      dataExample: { id: '12' },
      failures: [...READ_FAILURES, 'webhook_not_found', 'webhook_not_confirmed'],
    },
    rotateWebhookSecret: {
      method: 'POST',
      url: '/v1/webhooks/:id/rotate-secret',
      summary: 'Replace the secret of a webhook',
      description:
        'Takes no body. Shows the new secret, once. The replaced one signs too for 24 hours, also when the new one is replaced meanwhile: at most 5 times in 24 hours.',
      params: WebhookParams,
      data: RotatedSecretSchema,
      dataExample: {
        id: '3',
        secret: WRITTEN_EXAMPLES.createdWebhook.secret,
        replacedSecretUntil: '2026-11-23T12:00:00.000Z',
      },
      failures: [...READ_FAILURES, 'webhook_not_found'],
    },
    listDeliveries: {
      method: 'GET',
      url: '/v1/webhooks/:id/deliveries',
      summary: 'List what was sent to a webhook, newest first',
      params: WebhookParams,
      query: PageQuery,
      data: Type.Array(DeliverySchema),
      dataExample: [WRITTEN_EXAMPLES.delivery],
      failures: [...READ_FAILURES, 'webhook_not_found'],
    },
    redeliver: {
      method: 'POST',
      url: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
      summary: 'Send a delivery once more, with the same message id',
      description:
        'Takes no body. At most 30 times a minute to one URL. Challenges are not sent again.',
      params: DeliveryParams,
      data: RequestedDeliverySchema,
      dataExample: { id: '12' },
      failures: [
        ...READ_FAILURES,
        'webhook_not_found',
        'webhook_not_confirmed',
        'delivery_not_found',
      ],
    },
    createSubscription: {
      method: 'POST',
      url: '/v1/subscriptions',
      summary: 'Have alerts sent to a chat or a browser',
      description:
        'A channel of Discord or Slack (`chat`) is posted a code, and gets alerts once it was typed back; whether it could be posted is waited for. A browser (`push`) gets alerts at once; an endpoint that is known already stays one subscription. At most 5 of each channel for each wallet.',
      body: Type.Object(
        {
          channel: SubscriptionChannelSchema,
          url: Type.String({
            minLength: 1,
            maxLength: 500,
            pattern: TARGET_URL,
            description:
              'the webhook URL of a channel of Discord or Slack, or the endpoint that a browser got from its push service, of at most 500 characters in ASCII',
          }),
          keys: Type.Optional(
            Type.Object(
              {
                p256dh: Type.String({
                  pattern: '^[A-Za-z0-9_-]{80,100}$',
                  description: 'the public key of the browser in base64url',
                }),
                auth: Type.String({
                  pattern: '^[A-Za-z0-9_-]{20,30}$',
                  description: 'the secret of the browser in base64url',
                }),
              },
              { ...CLOSED, description: 'keys of the browser, for push' },
            ),
          ),
        },
        CLOSED,
      ),
      bodyExample: {
        channel: 'push',
        url: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABexample',
        keys: {
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
      data: CreatedSubscriptionSchema,
      dataExample: { id: '4', status: 'confirmed' },
      failures: [...READ_FAILURES, 'subscription_refused', 'too_many_subscriptions'],
    },
    listSubscriptions: {
      method: 'GET',
      url: '/v1/subscriptions',
      summary: 'List the chats and browsers that get alerts of the logged-in wallet',
      data: Type.Array(SubscriptionSchema),
      dataExample: [WRITTEN_EXAMPLES.subscription],
      failures: READ_FAILURES,
    },
    deleteSubscription: {
      method: 'DELETE',
      url: '/v1/subscriptions/:id',
      summary: 'Remove a subscription',
      description: 'What waits for it is not sent any more; clearances go to the inbox instead.',
      params: SubscriptionParams,
      data: Type.Object({ id: Type.String() }),
      dataExample: { id: '4' },
      failures: [...READ_FAILURES, 'subscription_not_found'],
    },
    sendSubscriptionCode: {
      method: 'POST',
      url: '/v1/subscriptions/:id/code',
      summary: 'Post another code to a chat that is not confirmed',
      description:
        'Takes no body. Waits until the code is posted; the codes before do not hold any more. At most 5 a minute to one URL, by all wallets together.',
      params: SubscriptionParams,
      data: CreatedSubscriptionSchema,
      dataExample: { id: '4', status: 'unconfirmed' },
      failures: [...READ_FAILURES, 'subscription_not_found'],
    },
    confirmSubscription: {
      method: 'POST',
      url: '/v1/subscriptions/:id/confirm',
      summary: 'Confirm a chat by the code that was posted there',
      description: 'A code holds for 10 minutes, and for 5 tries.',
      params: SubscriptionParams,
      body: Type.Object(
        {
          code: Type.String({
            minLength: 8,
            maxLength: 8,
            pattern: '^[A-Za-z0-9]{8}$',
            description: 'the 8 letters and digits that were posted to the chat',
          }),
        },
        CLOSED,
      ),
      bodyExample: { code: 'K7QX2M9T' },
      data: CreatedSubscriptionSchema,
      dataExample: { id: '4', status: 'confirmed' },
      failures: [...READ_FAILURES, 'subscription_not_found', 'code_refused'],
    },
    testSubscription: {
      method: 'POST',
      url: '/v1/subscriptions/:id/test',
      summary: 'Send a test message to a chat or a browser',
      description:
        'Takes no body. It is sent once, at most 5 times a minute to one URL, by all wallets together.',
      params: SubscriptionParams,
      data: RequestedDeliverySchema,
      dataExample: { id: '12' },
      failures: [...READ_FAILURES, 'subscription_not_found', 'subscription_not_confirmed'],
    },
    listSubscriptionDeliveries: {
      method: 'GET',
      url: '/v1/subscriptions/:id/deliveries',
      summary: 'List what was sent to a chat or a browser, newest first',
      params: SubscriptionParams,
      query: PageQuery,
      data: Type.Array(DeliverySchema),
      dataExample: [WRITTEN_EXAMPLES.delivery],
      failures: [...READ_FAILURES, 'subscription_not_found'],
    },
    redeliverToSubscription: {
      method: 'POST',
      url: '/v1/subscriptions/:id/deliveries/:deliveryId/redeliver',
      summary: 'Send a delivery to a chat or a browser once more',
      description: 'Takes no body. At most 30 times a minute to one URL. Codes are not sent again.',
      params: SubscriptionDeliveryParams,
      data: RequestedDeliverySchema,
      dataExample: { id: '12' },
      failures: [
        ...READ_FAILURES,
        'subscription_not_found',
        'subscription_not_confirmed',
        'delivery_not_found',
      ],
    },
    getPushKey: {
      method: 'GET',
      url: '/v1/push-key',
      summary: 'Get the key by which a browser knows the push messages of this server',
      data: PushKeySchema,
      dataExample: WRITTEN_EXAMPLES.pushKey,
      failures: READ_FAILURES,
    },
  },
)

export const {
  listWatched,
  watchAddress,
  unwatchAddress,
  listInbox,
  markSeen,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  confirmWebhook,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  redeliver,
  createSubscription,
  listSubscriptions,
  deleteSubscription,
  sendSubscriptionCode,
  confirmSubscription,
  testSubscription,
  listSubscriptionDeliveries,
  redeliverToSubscription,
  getPushKey,
} = ALERT_ROUTES
