import { MAX_TEXT_BYTES, type TextLimits } from '@app/values/limits.ts'
import type { TSchema } from 'typebox'
import { FAILURES, type FailureCode } from '../routes/failures.ts'
import type { Route } from '../routes/route.ts'
import { ALERT_DATA, type AlertType } from '../schemas/alert-data.ts'
import { FailureSchema, MetaSchema } from '../schemas/envelope.ts'
import { SESSION_COOKIE } from '../schemas/session.ts'
import { EXAMPLES } from './examples.generated.ts'
import { listRouteFailures, TRANSPORT_FAILURES } from './list-route-failures.ts'

interface OpenApiInfo {
  title: string
  version: string
  description: string
  license?: { name: string; identifier: string }
}

/** An object of the OpenAPI document. */
type Json = Record<string, unknown>

/** What the document says beside the routes; `serverUrl` is where they are. */
interface OpenApiOptions {
  info: OpenApiInfo
  serverUrl: string
}

/**
 * Builds the OpenAPI 3.1 document of `routes` and of the messages that webhooks get. Schemas that carry a title,
 * and those of which generated clients make types, become named components.
 */
export function buildOpenApi(routes: readonly Route[], { info, serverUrl }: OpenApiOptions): Json {
  const registry = createSchemaRegistry()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    const operation = buildOperation(route, registry)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const tags = [...new Set([...routes.map(({ tag }) => tag), WEBHOOKS_TAG])].map((name) => ({
    name,
  }))
  const webhooks = buildWebhooks(registry)
  const { components: schemas } = registry
  const components = { schemas, securitySchemes: { session: SESSION_SCHEME } }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl }],
    tags,
    paths,
    webhooks,
    components,
  }
}

const SESSION_SCHEME: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: SESSION_COOKIE,
  description:
    'The cookie that createSession sets, for 24 hours. Signed messages need no session: they carry the signatures of the wallet in `wallet`.',
}

function buildOperation(route: Route, registry: SchemaRegistry): Json {
  const { operationId, summary, tag, description = '' } = route
  return {
    operationId,
    summary,
    tags: [tag],
    ...(description === '' ? {} : { description }),
    parameters: [
      ...buildParameters('path', route.params, registry),
      ...buildParameters('query', route.query, registry),
      ...(route.hasEntityTag ? [ENTITY_TAG_PARAMETER] : []),
    ],
    ...(route.body && { requestBody: buildRequestBody(route, registry) }),
    responses: buildResponses(route, registry),
    security: buildSecurity(route),
  }
}

function buildSecurity({ auth }: Route): Json[] {
  if (auth === 'session') return [{ session: [] }]
  return auth === 'optional_session' ? [{}, { session: [] }] : []
}

const ENTITY_TAG_PARAMETER: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of an earlier answer: 304 without a body while it holds',
  schema: { type: 'string' },
}

function buildParameters(
  location: string,
  schema: TSchema | undefined,
  registry: SchemaRegistry,
): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => {
    const { description, examples, ...rest } = field
    const [example] = Array.isArray(examples) ? examples : []
    return {
      name,
      in: location,
      required: required.includes(name),
      schema: registry.toReference(rest),
      ...(description === undefined ? {} : { description }),
      ...buildExample(example),
    }
  })
}

function buildRequestBody(route: Route, registry: SchemaRegistry): Json {
  const schema = registry.toReference(route.body, `${toPascalCase(route.operationId)}Body`)
  return {
    required: true,
    content: { 'application/json': { schema, ...buildExample(route.bodyExample) } },
  }
}

function buildResponses(route: Route, registry: SchemaRegistry): Json {
  const codes = [...listRouteFailures(route), ...TRANSPORT_FAILURES]
  const byStatus = Map.groupBy(codes, (code) => FAILURES[code].status)
  const failures = [...byStatus].map(([status, codes]) => [
    status,
    buildFailureResponse(codes, registry),
  ])
  const accepted = route.mayBeAccepted ? [[202, buildAcceptedResponse(route, registry)]] : []
  const unchanged = route.hasEntityTag
    ? [[304, { description: 'The answer of that ETag holds' }]]
    : []
  return Object.fromEntries([
    [200, buildSuccessResponse(route, registry)],
    ...accepted,
    ...unchanged,
    ...failures,
  ])
}

function buildSuccessResponse(route: Route, registry: SchemaRegistry): Json {
  const contentType = route.contentType ?? 'application/json'
  if (contentType !== 'application/json') {
    const isStream = contentType === 'text/event-stream'
    const schema = isStream
      ? { anyOf: [registry.toReference(buildStreamEvent(route.data)), WHOLE_STREAM] }
      : { type: 'string' }
    return { description: route.summary, content: { [contentType]: { schema } } }
  }
  const schema = {
    type: 'object',
    required: ['data'],
    properties: {
      data: registry.toReference(route.data, `${toPascalCase(route.operationId)}Result`),
      meta: registry.toReference(MetaSchema),
    },
  }
  return {
    description: route.summary,
    content: {
      'application/json': { schema, ...buildExample(getBodyExample(route)) },
    },
  }
}

/** One event of a stream; OpenAPI 3.1 has no word for a list without end. */
const buildStreamEvent = (contentSchema: unknown): Json => ({
  title: 'StreamEvent',
  type: 'object',
  required: ['data'],
  properties: {
    event: { type: 'string' },
    id: { type: 'string' },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema },
  },
})

const WHOLE_STREAM = {
  type: 'string',
  description: 'What a client gets that does not read events: their text',
}

const getBodyExample = ({ operationId, dataExample }: Route) =>
  dataExample === undefined ? EXAMPLES[operationId] : { data: dataExample }

function buildAcceptedResponse(route: Route, registry: SchemaRegistry): Json {
  const { acceptedData, dataExample: _, ...rest } = route
  const accepted = acceptedData && { ...rest, operationId: '', data: acceptedData }
  return {
    ...buildSuccessResponse(accepted ?? route, registry),
    description: 'Sent, but not sealed and indexed yet; txId is the id of the transaction',
  }
}

const buildCountHeader = (description: string): Json => ({
  description,
  schema: { type: 'integer' },
})

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': buildCountHeader('Requests per minute'),
  'RateLimit-Remaining': buildCountHeader('Requests left in this minute'),
  'RateLimit-Reset': buildCountHeader('Seconds until the limit is reset'),
}

function buildFailureResponse(codes: FailureCode[], registry: SchemaRegistry): Json {
  const examples = codes.map((code) => [code, { value: { code, message: FAILURES[code].message } }])
  const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer' } }
  return {
    description: codes.join(', '),
    ...(codes.includes('rate_limited') && {
      headers: { ...RATE_LIMIT_HEADERS, 'Retry-After': retryAfter },
    }),
    content: {
      'application/json': {
        schema: registry.toReference(FailureSchema),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

const buildExample = (example: unknown) => (example === undefined ? {} : { example })

/** None of the routes, as some generators write one file for each tag. */
const WEBHOOKS_TAG = 'Webhooks'

const SUMMARIES = {
  'wallet.level_changed': 'The score of a watched wallet moved to another level',
  'wallet.accused': 'A watched wallet was warned about, flagged, or a freeze was proposed',
  'wallet.cleared': 'An accusation that this receiver got was withdrawn',
  'wallet.reminder': 'An accusation still stands, once in 24 hours',
  'wallet.active_again': 'A watched wallet signed a transaction after 90 days without one',
  'pipeline.delayed': 'No block was indexed in time: silence is no good news',
  'pipeline.recovered': 'The delay is over',
  digest: 'Takes the place of several alerts of one type',
  'webhook.test': 'Somebody pressed the test button, which sends once',
  'webhook.challenge': 'Asks the receiver of a new webhook to confirm it, once: answer with `data`',
} satisfies Record<AlertType, string>

/** Builds the part `webhooks` of an OpenAPI document: each message that a receiver gets, by its type. */
function buildWebhooks(registry: SchemaRegistry): Record<string, object> {
  const webhooks = Object.entries(SUMMARIES).map(([type, summary]) => {
    const data = registry.toReference(ALERT_DATA[type as AlertType])
    return [type, { post: buildDelivery({ type, summary, data }) }]
  })
  return Object.fromEntries(webhooks)
}

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

/** Replaces schemas with references and collects the referenced schemas. */
interface SchemaRegistry {
  /** Named schemas found so far. */
  components: Record<string, unknown>
  /**
   * Returns a copy of `schema` in which each schema with a title is a reference to a component. Generated clients need
   * a type of each object with fields, of each choice and union: those without a title are named after their path,
   * which begins with `name`.
   */
  toReference(schema: unknown, name?: string): unknown
}

function createSchemaRegistry(): SchemaRegistry {
  const components: Record<string, unknown> = {}

  function addComponent(name: string, schema: Json): Json {
    const known = components[name] ?? schema
    if (JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas have the name ${name}: give one of them another title.`)
    }
    components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  function toReference(schema: unknown, path = ''): unknown {
    if (Array.isArray(schema)) return schema.map((item) => toReference(item, path))
    if (typeof schema !== 'object' || schema === null) return schema
    const plain = toPlainKeywords(schema as Json)
    const { title } = plain
    const name = typeof title === 'string' ? title : path
    const copy = Object.fromEntries(
      Object.entries(plain).map(([key, value]) => [
        key,
        toReference(value, name && nameInside(name, key)),
      ]),
    )
    return name !== '' && (name === title || needsName(copy)) ? addComponent(name, copy) : copy
  }

  return { components, toReference }
}

const toPascalCase = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)(\w?)/g, (_, first: string) => first.toUpperCase())

/** Returns the name of the schema at `key` of another: of an item, that of its list without the plural. */
function nameInside(name: string, key: string): string {
  if (key === 'items') return name.replace(/s$/, '')
  return key === 'properties' || key === 'anyOf' ? name : name + toPascalCase(key)
}

function needsName({ properties, enum: choices, anyOf }: Json): boolean {
  const members = Array.isArray(anyOf) ? anyOf.filter((member) => '$ref' in member) : []
  return properties !== undefined || choices !== undefined || members.length > 1
}

/** Returns a schema in the keywords that generators of clients know, without those of this project. */
function toPlainKeywords(schema: Json): Json {
  const { patternProperties, 'x-text': limits, ...rest } = schema
  const { type, maximum = Number.MAX_SAFE_INTEGER } = rest
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('x-'))),
    ...(limits !== undefined && toTextKeywords(limits as TextLimits)),
    ...(patternProperties !== undefined && {
      additionalProperties: (patternProperties as Json)['^.*$'],
    }),
    ...(type === 'integer' && Number(maximum) > MAX_INT32 && { format: 'int64' }),
  }
}

/** A client may read an integer without a format into 32 bits; a time in milliseconds has 41. */
const MAX_INT32 = 2 ** 31 - 1

/**
 * What JSON Schema can say of a text of a person before it is normalized: a code point is at most one visible character,
 * and at least one byte. Without halves of characters, which some validators refuse in patterns.
 */
const toTextKeywords = ({ minimum }: TextLimits) => ({
  minLength: minimum,
  maxLength: MAX_TEXT_BYTES,
  pattern: '^[^\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F]*$',
})
