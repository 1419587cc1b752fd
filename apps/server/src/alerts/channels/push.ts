import { createECDH } from 'node:crypto'
import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import webPush from 'web-push'
import type { Config } from '../../config.ts'
import { findTargetProblem, getBareHost, isLoopbackHost } from '../guard/check-target-url.ts'
import { type Channel, toOutcome, type WantedSubscription } from './channel.ts'
import { readPushKeys } from './push-keys.ts'

/**
 * Web Push (RFC 8030, 8291, 8292): a notification on the device of a browser, also while the page is closed. What the
 * lock screen shows names no wallet; the link behind it does, encrypted for this browser alone.
 */
export const PUSH: Channel = {
  confirmation: 'none',
  isHostShared: true,
  describe: (url) => {
    const service = findService(getBareHost(new URL(url)))
    return service?.name ?? 'A browser on this machine'
  },
  validate: (wanted, rules) => {
    const { url } = wanted
    const problem = findTargetProblem(url, rules)
    if (problem !== null) return problem
    const host = getBareHost(new URL(url))
    if (findService(host) === null && !isLoopbackHost(host)) return EXPECTED_URL
    return hasKeys(wanted) ? null : EXPECTED_KEYS
  },
  createSecret: ({ keys }) => `${keys?.p256dh}.${keys?.auth}`,
  send: async ({ url, secrets: [secret = ''], messageId, body }, { context, post }) => {
    const { publicKey, privateKey } = await readPushKeys(context)
    const [p256dh = '', auth = ''] = secret.split('.')
    const subject = getSubject(context.config)
    const { headers, body: encrypted } = webPush.generateRequestDetails(
      { endpoint: url, keys: { p256dh, auth } },
      JSON.stringify(buildPayload(JSON.parse(body), messageId)),
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: TTL_SECONDS,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    )
    const texts = Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ])
    const outcome = toOutcome(
      await post({ url, body: encrypted, headers: Object.fromEntries(texts) }),
    )
    return { ...outcome, isGone: outcome.isGone || outcome.responseStatus === 404 }
  },
}

/** A device that is off for longer learns of it in the inbox: an accusation holds for a day. */
const TTL_SECONDS = 86_400

/** The push services of browsers. Other hosts are refused: a page could have any URL called otherwise. */
const SERVICES: readonly { name: string; host: RegExp }[] = [
  { name: 'Chrome, Edge or another browser of this family', host: /^fcm\.googleapis\.com$/ },
  { name: 'Firefox', host: /^updates\.push\.services\.mozilla\.com$/ },
  { name: 'Safari', host: /^[a-z0-9-]+\.push\.apple\.com$/ },
  { name: 'Edge', host: /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/ },
]

const findService = (host: string) => SERVICES.find((service) => service.host.test(host)) ?? null

const EXPECTED_URL =
  'It must be an address of the push service of Google, Mozilla, Apple or Microsoft, as a browser gets it.'

const EXPECTED_KEYS =
  'It needs the keys p256dh (a point of the curve P-256) and auth (16 bytes) of the browser, in base64url.'

function hasKeys({ keys }: WantedSubscription): boolean {
  if (keys === undefined || Buffer.from(keys.auth, 'base64url').length !== 16) return false
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    return ecdh.computeSecret(Buffer.from(keys.p256dh, 'base64url')).length === 32
  } catch {
    return false
  }
}

/** Whom a push service may ask about this server. */
function getSubject({ api }: Pick<Config, 'api'>): string {
  const [web = ''] = api.webOrigins
  return web.startsWith('https:') ? web : 'mailto:nobody@example.org'
}

const GENERIC_TEXT = 'Something changed for a wallet you watch.'
const TEST_TEXT = 'This is a test. Nothing happened to any wallet.'

/** What `push-worker.js` of the web app shows. The same tag twice is one notification. */
function buildPayload({ type, data }: AlertMessage, messageId: string) {
  const url = 'links' in data ? data.links.wallet : '/'
  return {
    title: 'Dharma Guard',
    body: type === 'webhook.test' ? TEST_TEXT : GENERIC_TEXT,
    url,
    tag: messageId,
  }
}
