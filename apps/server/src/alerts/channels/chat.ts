import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { findTargetProblem, getBareHost, isLoopbackHost } from '../guard/check-target-url.ts'
import { renderText } from '../messages/render-text.ts'
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
