import type { AlertData, AlertMessage } from '@app/api/schemas/alert-data.ts'
import { cutToUnits } from '@app/values/cut-text.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { RISK_LEVEL_DEFINITIONS, type RiskLevel } from '@app/values/risk-level.ts'
import { formatTime } from '@app/values/time.ts'
import { findTargetProblem, getBareHost, isLoopbackHost } from '../guard/check-target-url.ts'
import { type Channel, toOutcome } from './channel.ts'

/**
 * Posts texts to the incoming webhook of a channel of Discord or Slack. Whoever wants alerts there types back a code
 * that is posted first. The URL is a secret: whoever knows it can post.
 */
export const CHAT: Channel = {
  confirmation: 'code',
  isHostShared: true,
  describe: (url) => {
    const service = findService(new URL(url))
    const [, id = ''] = service?.path.exec(new URL(url).pathname) ?? []
    return service === null ? 'Chat' : `${service.name}, webhook ${id}`
  },
  validate: ({ url }, rules) => {
    const problem = findTargetProblem(url, rules)
    if (problem !== null) return problem
    const { search, hash } = new URL(url)
    const isWhole = search === '' && hash === '' && findService(new URL(url)) !== null
    return isWhole ? null : EXPECTED_URL
  },
  createSecret: () => '',
  send: async ({ url, body }, { post }) => {
    const service = findService(new URL(url))
    if (service === null) {
      return {
        isDelivered: false,
        mayBeReceived: false,
        responseStatus: null,
        problem: EXPECTED_URL,
        isGone: false,
      }
    }
    const message: AlertMessage = JSON.parse(body)
    const text = renderText(message, (foreign) => service.escape(toLine(foreign)))
    const headers = { 'content-type': 'application/json', 'user-agent': 'dharma-guard' }
    return toOutcome(await post({ url, body: JSON.stringify(service.build(text)), headers }))
  },
}

const EXPECTED_URL =
  'It must be the webhook URL of a channel: https://discord.com/api/webhooks/… or https://hooks.slack.com/services/…, without anything behind it.'

interface ChatService {
  name: string
  host: string
  /** Its group is no secret, unlike the rest. */
  path: RegExp
  /** Makes a text plain in messages of the service: no mention, link, markup or picture comes of it. */
  escape(text: string): string
  build(text: string): object
}

/** Sources: Discord, "Execute Webhook" and "Allowed Mentions"; Slack, "Sending messages using incoming webhooks" and "Formatting text". */
const SERVICES: readonly ChatService[] = [
  {
    name: 'Discord',
    host: 'discord.com',
    path: /^\/api\/webhooks\/(\d{1,20})\/[\w-]{1,100}$/,
    escape: (text) => text.replace(/[\\`*_~|>#[\]()<@:-]/g, '\\$&'),
    // The flag leaves out previews of links.
    build: (content) => ({ content, allowed_mentions: { parse: [] }, flags: 4 }),
  },
  {
    name: 'Slack',
    host: 'hooks.slack.com',
    path: /^\/services\/(\w{1,20}\/\w{1,20})\/\w{1,60}$/,
    escape: (text) => text.replace(/[&<>]/g, (sign) => SLACK_ENTITIES[sign] ?? sign),
    build: (text) => ({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false }),
  },
]

const SLACK_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** On this machine, which the guard allows only during development, the path says which service it stands for. */
function findService(url: URL): ChatService | null {
  const isOwnMachine = isLoopbackHost(getBareHost(url))
  const isIts = ({ host, path }: ChatService) =>
    (isOwnMachine || url.host === host) && path.test(url.pathname)
  return SERVICES.find(isIts) ?? null
}

/** A text of a person is one line, so that none can look like a line of this server. */
const toLine = (text: string): string => toPlainText(text).replace(/\s+/g, ' ').trim()

/** Characters of a message; Discord takes 2,000. */
const MAX_LENGTH = 1_900

/**
 * Renders a message for people in a chat: sentences, and the link to the wallet. `toPlain` makes plain what may contain
 * texts of people.
 */
export function renderText(message: AlertMessage, toPlain: (text: string) => string): string {
  const { data } = message
  const link = 'links' in data ? `\n${data.links.wallet}` : ''
  const text = toPlain(describeMessage(message))
  const room = MAX_LENGTH - link.length
  return (text.length > room ? `${cutToUnits(text, room - 1)}…` : text) + link
}

type DataOf<T extends AlertMessage['type']> = AlertData<T>

const SENTENCES: { [T in AlertMessage['type']]: (data: DataOf<T>) => string } = {
  'wallet.accused': ({ address, action, reason }) =>
    `Dharma Guard ${ACTIONS[action].verb} ${address}. ${reason} ${ACTIONS[action].remedy}`,
  'wallet.reminder': ({ address, openSince }) =>
    `The accusation of ${address} by Dharma Guard still stands, since ${formatTime(Date.parse(openSince))}.`,
  'wallet.cleared': ({ address, cause }) =>
    `Dharma Guard withdrew its accusation of ${address}: ${cause}. It was wrong, or holds no more.`,
  'wallet.level_changed': ({ address, score, riskLevel, riskLevelBefore, cause }) =>
    `${cause === 'rules' ? 'The rules changed. ' : ''}The score of ${address} is now ${score} of 100 (${toLabel(riskLevel)}${riskLevelBefore === null ? '' : `, before ${toLabel(riskLevelBefore)}`}).`,
  'wallet.active_again': ({ address, quietDays }) =>
    `${address} signed a transaction, after ${quietDays} days without one.`,
  digest: ({ alertType, count, addresses }) =>
    `${count} alerts of Dharma Guard of the kind ${alertType}, about ${addresses.join(', ')}${count > addresses.length ? ' and others' : ''}.`,
  'webhook.test': () => 'This is a test of Dharma Guard. Nothing happened to any wallet.',
  'webhook.challenge': ({ challenge }) =>
    `Somebody wants alerts of Dharma Guard here. The code is ${challenge}. If that was you, type it where you added this channel, within 10 minutes. Otherwise do nothing.`,
}

const toLabel = (level: RiskLevel) => RISK_LEVEL_DEFINITIONS[level].label

/** What was done, and what the owner of the wallet can do. Only flags and freezes can be appealed. */
const ACTIONS: Readonly<
  Record<DataOf<'wallet.accused'>['action'], { verb: string; remedy: string }>
> = {
  warn: {
    verb: 'warns about',
    remedy: 'Its owner can state its side, and appeal if a flag follows.',
  },
  flag: { verb: 'flagged', remedy: 'Its owner can appeal.' },
  propose_freeze: {
    verb: 'proposes to freeze',
    remedy: 'Its owner can state its side, and appeal if a freeze follows.',
  },
}

const describeMessage = <T extends AlertMessage['type']>({ type, data }: AlertMessage<T>): string =>
  SENTENCES[type](data)
