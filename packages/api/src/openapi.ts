import type { TSchema } from 'typebox'
import { FailureSchema, MetaSchema } from './envelope.ts'
import { FAILURES, type FailureCode } from './failures.ts'
import { createReferrer, type Referrer } from './openapi-schemas.ts'
import type { Route } from './route.ts'
import { failuresOf } from './route-failures.ts'

export interface OpenApiInfo {
  title: string
  version: string
  description: string
  license?: { name: string }
}

/** A JSON object, as OpenAPI describes things. */
type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of `routes`. Schemas that carry a title become named components. */
export function openApiOf(routes: readonly Route[], info: OpenApiInfo): Json {
  const referrer = createReferrer()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(route, referrer)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(routes.map((route) => route.tag))].map((name) => ({ name }))
  return { openapi: '3.1.0', info, tags, paths, components: { schemas: referrer.components } }
}

function operationOf(route: Route, referrer: Referrer): Json {
  const { operationId, summary, tag } = route
  const description = [route.notYet, route.description].filter(Boolean).join(' ')
  return {
    operationId,
    summary,
    tags: [tag],
    ...(description === '' ? {} : { description }),
    parameters: [
      ...parametersOf('path', route.params, referrer),
      ...parametersOf('query', route.query, referrer),
    ],
    ...(route.body && { requestBody: requestBodyOf(route.body, route.bodyExample, referrer) }),
    responses: responsesOf(route, referrer),
  }
}

function parametersOf(place: string, schema: TSchema | undefined, referrer: Referrer): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => {
    const { description, examples, ...rest } = field
    const [example] = Array.isArray(examples) ? examples : []
    return {
      name,
      in: place,
      required: required.includes(name),
      schema: referrer.refer(rest),
      ...(description === undefined ? {} : { description }),
      ...exampleOf(example),
    }
  })
}

function requestBodyOf(schema: TSchema, example: unknown, referrer: Referrer): Json {
  return {
    required: true,
    content: { 'application/json': { schema: referrer.refer(schema), ...exampleOf(example) } },
  }
}

function responsesOf(route: Route, referrer: Referrer): Json {
  const byStatus = Map.groupBy(failuresOf(route), (code) => FAILURES[code].status)
  const failures = [...byStatus].map(([status, codes]) => [status, failureOf(codes, referrer)])
  const success = route.notYet === undefined ? [[200, successOf(route, referrer)]] : []
  const accepted = route.mayBeAccepted ? [[202, acceptedOf(route, referrer)]] : []
  return Object.fromEntries([...success, ...accepted, ...failures])
}

function successOf(route: Route, referrer: Referrer): Json {
  const medium = route.medium ?? 'application/json'
  if (medium !== 'application/json') {
    return { description: route.summary, content: { [medium]: { schema: { type: 'string' } } } }
  }
  const schema = {
    type: 'object',
    required: ['data'],
    properties: { data: referrer.refer(route.data), meta: referrer.refer(MetaSchema) },
  }
  const example = route.example === undefined ? undefined : { data: route.example }
  return {
    description: route.summary,
    content: { 'application/json': { schema, ...exampleOf(example) } },
  }
}

const acceptedOf = (route: Route, referrer: Referrer): Json => ({
  ...successOf(route, referrer),
  description: 'Sent, and not sealed and indexed yet; txId names the transaction',
})

function failureOf(codes: FailureCode[], referrer: Referrer): Json {
  const examples = codes.map((code) => [code, { value: { code, message: FAILURES[code].message } }])
  const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer' } }
  return {
    description: codes.join(', '),
    ...(codes.includes('rate_limited') && { headers: { 'Retry-After': retryAfter } }),
    content: {
      'application/json': {
        schema: referrer.refer(FailureSchema),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

const exampleOf = (example: unknown) => (example === undefined ? {} : { example })
