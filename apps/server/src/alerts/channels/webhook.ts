import { Webhook } from 'standardwebhooks'
import { type PostRules, postToTarget } from '../guard/post-to-target.ts'
import type { Channel, SendingChannel, WebhookTarget } from './channel.ts'

/** Posts to a URL, again and again until it answers with a 2xx. */
export const WEBHOOK: Channel = {
  name: 'webhook',
  delivery: 'attempted',
  acknowledgedBy: 'answer',
}

interface WebhookOptions extends PostRules {
  /** Ends attempts when the process stops. */
  signal: AbortSignal
  now?: () => Date
}

/** Creates the channel that posts messages, signed by the Standard Webhooks convention. */
export function createWebhookChannel(options: WebhookOptions): SendingChannel<WebhookTarget> {
  const { signal, now = () => new Date(), ...rules } = options
  return {
    ...WEBHOOK,
    send: async ({ url, secret }, { messageId, body }) => {
      const timestamp = now()
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'dharma-guard-webhooks',
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(messageId, timestamp, body),
      }
      const { status, problem, wasConnected } = await postToTarget(
        { url, body, headers, signal },
        rules,
      )
      const isDelivered = problem === null
      return {
        isDelivered,
        mayBeReceived: wasConnected,
        responseStatus: status,
        problem,
      }
    },
  }
}
