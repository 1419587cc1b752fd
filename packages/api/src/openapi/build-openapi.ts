import type { TSchema } from 'typebox'
import { FAILURES, type FailureCode } from '../routes/failures/failures.ts'
import { listRouteFailures } from '../routes/failures/list-route-failures.ts'
import type { Route } from '../routes/route.ts'
import { FailureSchema, MetaSchema } from '../schemas/envelope.ts'
import { EXAMPLES } from './examples.generated.ts'
import { createSchemaRegistry, type SchemaRegistry } from './schema-registry.ts'

export interface OpenApiInfo {
  title: string
  version: string
  description: string
  license?: { name: string }
}

/** An object of the OpenAPI document. */
type Json = Record<string, unknown>

/**
 * Builds the OpenAPI 3.1 document of `routes`. Schemas that carry a title become named components.
 */
export function buildOpenApi(routes: readonly Route[], info: OpenApiInfo): Json {
  const registry = createSchemaRegistry()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    const operation = buildOperation(route, registry)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(routes.map((route) => route.tag))].map((name) => ({ name }))
  return { openapi: '3.1.0', info, tags, paths, components: { schemas: registry.components } }
}

function buildOperation(route: Route, registry: SchemaRegistry): Json {
  const { operationId, summary, tag } = route
  const description = [route.notImplementedMessage, route.description].filter(Boolean).join(' ')
  return {
    operationId,
    summary,
    tags: [tag],
    ...(description === '' ? {} : { description }),
    parameters: [
      ...buildParameters('path', route.params, registry),
      ...buildParameters('query', route.query, registry),
      ...(route.takesIdempotencyKey ? [IDEMPOTENCY_KEY_PARAMETER] : []),
    ],
    ...(route.body && { requestBody: buildRequestBody(route.body, route.bodyExample, registry) }),
    responses: buildResponses(route, registry),
  }
}

const IDEMPOTENCY_KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Name of this request, 1 to 255 visible ASCII characters: repeated within 24 hours, it is answered with the first result',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
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

function buildRequestBody(schema: TSchema, example: unknown, registry: SchemaRegistry): Json {
  return {
    required: true,
    content: {
      'application/json': { schema: registry.toReference(schema), ...buildExample(example) },
    },
  }
}

function buildResponses(route: Route, registry: SchemaRegistry): Json {
  const byStatus = Map.groupBy(listRouteFailures(route), (code) => FAILURES[code].status)
  const failures = [...byStatus].map(([status, codes]) => [
    status,
    buildFailureResponse(codes, registry),
  ])
  const success =
    route.notImplementedMessage === undefined ? [[200, buildSuccessResponse(route, registry)]] : []
  const accepted = route.mayBeAccepted ? [[202, buildAcceptedResponse(route, registry)]] : []
  return Object.fromEntries([...success, ...accepted, ...failures])
}

function buildSuccessResponse(route: Route, registry: SchemaRegistry): Json {
  const contentType = route.contentType ?? 'application/json'
  if (contentType !== 'application/json') {
    return {
      description: route.summary,
      content: { [contentType]: { schema: { type: 'string' } } },
    }
  }
  const schema = {
    type: 'object',
    required: ['data'],
    properties: { data: registry.toReference(route.data), meta: registry.toReference(MetaSchema) },
  }
  return {
    description: route.summary,
    content: {
      'application/json': { schema, ...buildExample(getBodyExample(route)) },
    },
  }
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
