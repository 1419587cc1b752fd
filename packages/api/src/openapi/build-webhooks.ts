import { ALERT_DATA, type AlertType } from '../schemas/alert-data.ts'
import { toPascalCase } from './name-schemas.ts'

/** None of the routes, as some generators write one file for each tag. */
export const WEBHOOKS_TAG = 'Webhooks'

const SUMMARIES = {
  'wallet.level_changed': 'The score of a watched wallet moved to another level',
  'wallet.accused': 'A watched wallet was warned about, flagged, or a freeze was proposed',
  'wallet.cleared': 'An accusation that this receiver got was withdrawn',
  'wallet.reminder': 'An accusation still stands, once in 24 hours',
  'wallet.active_again': 'A watched wallet signed a transaction after 90 days without one',
  digest: 'Takes the place of several alerts of one type',
  'webhook.test': 'Somebody pressed the test button, which sends once',
  'webhook.challenge': 'Asks the receiver of a new webhook to confirm it, once: answer with `data`',
} satisfies Record<AlertType, string>

/** The part `webhooks` of an OpenAPI document: each message that a receiver gets, by its type. */
export const buildWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(SUMMARIES).map(([type, summary]) => {
      const data = ALERT_DATA[type as AlertType]
      return [type, { post: buildDelivery({ type, summary, data }) }]
    }),
  )

const buildDelivery = ({
  type,
  summary,
  data,
}: {
  type: string
  summary: string
  data: unknown
}) => ({
  operationId: `receive${toPascalCase(type)}`,
  summary,
  tags: [WEBHOOKS_TAG],
  description:
    'Sent to each webhook whose owner watches the address, signed by the Standard Webhooks convention. Verify the signature before reading the body.',
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: {
            type: { type: 'string', const: type },
            timestamp: { type: 'string', format: 'date-time' },
            data,
          },
        },
      },
    },
  },
  responses: {
    '2XX':
      type === 'webhook.challenge'
        ? {
            description: 'Confirmed, within 5 seconds: `data` of the message, and nothing else',
            content: { 'application/json': { schema: data } },
          }
        : { description: 'Taken. Within 5 seconds; the body is not read' },
    default: { description: 'Not taken: it is sent again, up to 15 times within about 18 hours' },
  },
})

const buildHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Source: Standard Webhooks, https://www.standardwebhooks.com. */
const HEADERS = [
  buildHeader('webhook-id', 'Id of the message, the same in every attempt: handle each once'),
  buildHeader('webhook-timestamp', 'Unix seconds of this attempt'),
  buildHeader(
    'webhook-signature',
    'One or more signatures, separated by spaces: `v1,` and the base64 of the HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes that follow `whsec_` in the secret, in base64',
  ),
]
