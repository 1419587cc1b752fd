import { FAILURES, type FailureCode } from '../routes/failures.ts'
import type { Route } from '../routes/route.ts'
import { FailureSchema, MetaSchema } from '../schemas/envelope.ts'
import { EXAMPLES } from './examples.generated.ts'
import { listRouteFailures, TRANSPORT_FAILURES } from './list-route-failures.ts'

type Json = Record<string, unknown>

/** Describes a route as @fastify/swagger reads it from the schema of a route of Fastify. */
export const describeRoute = (route: Route): Json => ({
  operationId: route.operationId,
  summary: route.summary,
  tags: [route.tag],
  description: route.description,
  params: route.params,
  querystring: route.query,
  ...(route.hasEntityTag && { headers: ENTITY_TAG_HEADER }),
  ...(route.body && { body: withExample(route.body, route.bodyExample) }),
  response: describeResponses(route),
  security: describeSecurity(route),
})

const withExample = (body: Route['body'], example: unknown) =>
  example === undefined ? body : { ...body, examples: [example] }

function describeSecurity({ auth }: Route): Json[] {
  if (auth === 'session') return [{ session: [] }]
  return auth === 'optional_session' ? [{}, { session: [] }] : []
}

const ENTITY_TAG_HEADER: Json = {
  type: 'object',
  properties: {
    'If-None-Match': {
      type: 'string',
      description: 'ETag of an earlier answer: 304 without a body while it holds',
    },
  },
}

function describeResponses(route: Route): Json {
  const codes = [...listRouteFailures(route), ...TRANSPORT_FAILURES]
  const byStatus = Map.groupBy(codes, (code) => FAILURES[code].status)
  const failures = [...byStatus].map(([status, codes]) => [status, describeFailure(codes)])
  return {
    200: describeSuccess(route),
    ...(route.mayBeAccepted && { 202: describeAcceptance(route) }),
    ...(route.hasEntityTag && {
      304: { type: 'null', description: 'The answer of that ETag holds' },
    }),
    ...Object.fromEntries(failures),
  }
}

function describeSuccess(route: Route): Json {
  const { contentType = 'application/json', summary: description, data } = route
  if (contentType === 'application/json') return describeJson(route, getBodyExample(route))
  const schema =
    contentType === 'text/event-stream'
      ? { anyOf: [describeStreamEvent(data), WHOLE_STREAM] }
      : { type: 'string' }
  return { description, content: { [contentType]: { schema } } }
}

function describeJson({ summary, data }: Pick<Route, 'summary' | 'data'>, example: unknown): Json {
  const schema = { type: 'object', required: ['data'], properties: { data, meta: MetaSchema } }
  const media = { schema, ...(example !== undefined && { example }) }
  return { description: summary, content: { 'application/json': media } }
}

/** One event of a stream; OpenAPI 3.1 has no word for a list without end. */
const describeStreamEvent = (contentSchema: unknown): Json => ({
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

function describeAcceptance(route: Route): Json {
  const { acceptedData } = route
  return {
    ...(acceptedData
      ? describeJson({ ...route, data: acceptedData }, undefined)
      : describeSuccess(route)),
    description: 'Sent, but not sealed and indexed yet; txId is the id of the transaction',
  }
}

const buildCountHeader = (description: string): Json => ({ type: 'integer', description })

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': buildCountHeader('Requests per minute'),
  'RateLimit-Remaining': buildCountHeader('Requests left in this minute'),
  'RateLimit-Reset': buildCountHeader('Seconds until the limit is reset'),
  'Retry-After': buildCountHeader('Seconds to wait'),
}

function describeFailure(codes: FailureCode[]): Json {
  const examples = codes.map((code) => [code, { value: { code, message: FAILURES[code].message } }])
  return {
    description: codes.join(', '),
    ...(codes.includes('rate_limited') && { headers: RATE_LIMIT_HEADERS }),
    content: {
      'application/json': { schema: FailureSchema, examples: Object.fromEntries(examples) },
    },
  }
}
