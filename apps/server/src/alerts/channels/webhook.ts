import { randomBytes } from 'node:crypto'
import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import { Webhook } from 'standardwebhooks'
import { findTargetProblem } from '../guard/check-target-url.ts'
import { type Channel, toOutcome } from './channel.ts'

const SECRET_BYTES = 32

/**
 * Posts to a URL that its owner chose, signed by the Standard Webhooks convention. The receiver confirms that it wants
 * alerts by the answer to a challenge.
 */
export const WEBHOOK: Channel = {
  confirmation: 'answer',
  isHostShared: false,
  describe: (url) => url,
  validate: ({ url }, rules) => findTargetProblem(url, rules),
  createSecret: createWebhookSecret,
  send: async ({ url, secrets, messageId, type, body }, { post }) => {
    const now = new Date()
    const sign = (secret: string) => new Webhook(secret).sign(messageId, now, body)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'dharma-guard-webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map(sign).join(' '),
    }
    const isChallenge = type === 'webhook.challenge'
    const findProblem = (answer: string) => (isChallenge ? checkEcho(body, answer) : null)
    return toOutcome(await post({ url, body, headers, findProblem }))
  },
}

export function createWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * Returns why an answer does not confirm a challenge, without a word of the answer. The whole request sent back is no
 * confirmation, nor is anything around it: open echo servers do that without having been asked by their owners.
 */
export function checkEcho(body: string, answer: string): string | null {
  const { data }: AlertMessage<'webhook.challenge'> = JSON.parse(body)
  const echo = parseObject(answer)
  if (echo === null) return 'it answered something else than a JSON object'
  const keys = Object.keys(echo)
  if (keys.length !== 1 || keys[0] !== 'challenge') {
    return 'it answered JSON that is not an object with the field challenge alone'
  }
  return echo.challenge === data.challenge ? null : 'it answered another challenge'
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
