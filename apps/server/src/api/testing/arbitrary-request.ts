import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { TEST_ACCOUNT } from './build-valid-request.ts'
import { TEST_COOKIE } from './insert-test-session.ts'

/** A schema of the OpenAPI document. */
interface Schema {
  $ref?: string
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

interface Operation {
  operationId: string
  parameters: readonly Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** The part of the OpenAPI document that requests are built from. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface DocumentedOperation extends Operation {
  method: string
  path: string
}

/** Lists the operations of the document with their paths. */
export const listOperations = ({ paths }: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

/** What no field expects: other types, other sizes, and what means something elsewhere. */
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '0',
      '-1',
      '1e999',
      'NaN',
      '\u0000',
      '\ud800',
      '\u202e',
      '%00',
      '../../etc/passwd',
    ],
    ...["' or 1=1 --", '"; drop table user_session; --', '<script>alert(1)</script>'],
    ...[
      '__proto__',
      'constructor',
      'null',
      '0x0000000000000000',
      '9'.repeat(400),
      'x'.repeat(2_000),
    ],
    ...[null, [], {}, true, -1, 1.5, Number.MAX_SAFE_INTEGER, -0],
  ),
)

/** Values that a schema allows, as far as it says so. */
function allowed(schema: Schema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const named = document.components.schemas[schema.$ref.replace(/^.*\//, '')]
    return allowed(named ?? {}, document)
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((choice) => allowed(choice, document)))
  }
  if (schema.type === 'array') return allowedItems(schema, document)
  if (schema.type === 'object') return allowedFields(schema, document)
  return allowedValue(schema)
}

function allowedValue({ type, pattern, minimum = 0, maximum }: Schema): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') {
    return fc.integer({ min: minimum, max: Math.min(maximum ?? 1_000, 2 ** 31 - 1) })
  }
  if (pattern?.includes('{16}$')) return fc.constant(TEST_ACCOUNT)
  // Plain text: the pattern allows half of Unicode, which fast-check would have to search.
  if (pattern === undefined || pattern.includes('\\u0000')) return fc.lorem({ maxCount: 12 })
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, 300))
}

const allowedItems = (schema: Schema, document: OpenApiDocument) =>
  fc.array(allowed(schema.items ?? {}, document), {
    minLength: schema.minItems ?? 0,
    maxLength: Math.min((schema.minItems ?? 0) + 3, schema.maxItems ?? 3),
  })

function allowedFields(schema: Schema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      allowed(field, document),
    ]),
  )
  return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] })
}

/** Bodies of the schema with at most two fields missing, wrong or too many. */
function nearlyAllowed(schema: Schema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  const change = fc.record({
    name: fc.oneof(
      fc.constantFrom(...Object.keys(schema.properties ?? { field: {} })),
      fc.constantFrom('more', '__proto__', 'constructor', 'toString', ''),
    ),
    value: fc.option(wrong, { nil: undefined }),
  })
  const changes = fc.array(change, { maxLength: 2 })
  return fc.tuple(allowed(schema, document), changes).map(([body, made]) => {
    const entries = made.map(({ name, value }) => [name, value] as const)
    // Entries, since an assignment to __proto__ would not become a field.
    return Object.fromEntries([...Object.entries(body as object), ...entries])
  })
}

function arbitraryBody(
  { requestBody }: DocumentedOperation,
  document: OpenApiDocument,
): fc.Arbitrary<string | undefined> {
  const raw = fc.constantFrom('', '{', '[]', 'null', '"text"', '{"a":1,"a":2}', '['.repeat(5_000))
  const oversize = fc.constantFrom(2_000, 70_000).map((size) => JSON.stringify('x'.repeat(size)))
  const schema = requestBody?.content['application/json'].schema
  const json = schema === undefined ? wrong : nearlyAllowed(schema, document)
  return fc.oneof(
    { weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: oversize },
    { weight: 1, arbitrary: wrong.map((value) => JSON.stringify(value)) },
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const encode = (value: unknown) => encodeURIComponent(String(asText(value)).toWellFormed())

function arbitraryPath({ path, parameters }: DocumentedOperation, document: OpenApiDocument) {
  const parts = parameters.filter((parameter) => parameter.in === 'path')
  const values = parts.map(({ schema }) =>
    fc.oneof(
      { weight: 4, arbitrary: allowed(schema, document) },
      { weight: 1, arbitrary: wrong.filter((value) => encode(value) !== '') },
    ),
  )
  return fc
    .tuple(...values)
    .map((chosen) =>
      parts.reduce((url, { name }, i) => url.replace(`{${name}}`, () => encode(chosen[i])), path),
    )
}

function arbitraryQuery({ parameters }: DocumentedOperation, document: OpenApiDocument) {
  const known = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = known.map(({ name, schema }): fc.Arbitrary<string> => {
    const value = fc.oneof({ weight: 3, arbitrary: allowed(schema, document) }, wrong)
    const pair = value.map((given) => `${name}=${encode(given)}`)
    return fc.oneof(fc.constant(''), pair)
  })
  const undeclared = wrong.map((value) => `${encode(value)}=1`)
  const extra = fc.oneof({ weight: 7, arbitrary: fc.constant('') }, undeclared)
  return fc
    .tuple(...pairs, extra)
    .map((given) => given.filter((pair: string) => pair !== '').join('&'))
}

const session = fc.oneof(
  { weight: 2, arbitrary: fc.constant(TEST_COOKIE) },
  fc.constantFrom('', 'dharma_session=', `dharma_session=${'a'.repeat(64)}`, 'a=b;;=;%00'),
)

/** Requests to an operation: as documented, and with input missing, wrong, too large or too much. */
export function arbitraryRequest(
  operation: DocumentedOperation,
  document: OpenApiDocument,
): fc.Arbitrary<InjectOptions & { url: string }> {
  const isWrite = operation.method !== 'GET'
  return fc
    .record({
      path: arbitraryPath(operation, document),
      query: arbitraryQuery(operation, document),
      cookie: session,
      contentType: fc.constantFrom('application/json', 'application/json', 'text/plain'),
      body: isWrite ? arbitraryBody(operation, document) : fc.constant(undefined),
    })
    .map(({ path, query, cookie, contentType, body }) => ({
      method: operation.method as 'GET',
      url: query === '' ? path : `${path}?${query}`,
      headers: { cookie, ...(body !== undefined && { 'content-type': contentType }) },
      ...(body !== undefined && { payload: body }),
    }))
}
