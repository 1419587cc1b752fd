import { Webhook } from 'standardwebhooks'
import { type PostRules, postToTarget } from '../guard/post-to-target.ts'
import type { Channel, ChannelMessage, ChannelOutcome } from './channel.ts'

/** Posts to a URL, again and again until it answers with a 2xx. */
export const WEBHOOK = {
  name: 'webhook',
  delivery: 'attempted',
  acknowledgedBy: 'answer',
} as const satisfies Channel

/** A URL that a wallet registered, and the secret that signs what is sent to it. */
export interface WebhookTarget {
  url: string
  secret: string
}

export interface WebhookSender {
  /** Makes one attempt. Never rejects because of the receiver. */
  send(target: WebhookTarget, message: ChannelMessage): Promise<ChannelOutcome>
}

interface WebhookOptions extends PostRules {
  /** Ends attempts when the process stops. */
  signal: AbortSignal
}

/** Creates what posts messages, signed by the Standard Webhooks convention. */
export function createWebhookSender({ signal, ...rules }: WebhookOptions): WebhookSender {
  return {
    send: async ({ url, secret }, { messageId, body }) => {
      const now = new Date()
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'dharma-guard-webhooks',
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(messageId, now, body),
      }
      const posted = await postToTarget({ url, body, headers, signal }, rules)
      return {
        isDelivered: posted.problem === null,
        mayBeReceived: posted.wasConnected,
        responseStatus: posted.status,
        problem: posted.problem,
      }
    },
  }
}
