import { listRouteFailures, TRANSPORT_FAILURES } from '@app/api/openapi/list-route-failures.ts'
import { nameSchemas } from '@app/api/openapi/name-schemas.ts'
import { FAILURES } from '@app/api/routes/failures.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

type Schema = Record<string, unknown>

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; example?: unknown }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content?: Record<string, { examples?: Schema; example?: object }> }>
}

interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema>; securitySchemes: object }
}

let api: TestApi
let document: OpenApiDocument
let operations: Operation[]

beforeAll(async () => {
  api = await openTestApi()
  document = (await api.app.inject({ url: '/openapi.json' })).json()
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
})

afterAll(() => api.finish())

const findOperation = (name: string) => operations.find(({ operationId }) => operationId === name)

const _isOfText = (description: unknown) =>
  /visible characters of plain text/.test(String(description))

/** Lists all objects inside a value. */
function listSchemas(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(listSchemas)
  return Array.isArray(value) ? inside : [value as Schema, ...inside]
}

/** Whether generators invent a name for a schema, such as `Type1`. */
const isNameless = ({ properties, enum: choices, anyOf = [] }: Schema) =>
  typeof properties === 'object' ||
  choices !== undefined ||
  (anyOf as Schema[]).filter((member) => '$ref' in member).length > 1

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('has every route by its operation id, as all of them are mounted', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(names.sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
  })

  it('documents every failure of a route with its status and code', () => {
    for (const route of ROUTES) {
      const responses = Object.entries(findOperation(route.operationId)?.responses ?? {})
      const documented = responses.flatMap(([status, { content }]) =>
        Object.keys(content?.['application/json']?.examples ?? {}).map((code) => [status, code]),
      )
      const codes = [...listRouteFailures(route), ...TRANSPORT_FAILURES]
      const expected = codes.map((code) => [String(FAILURES[code].status), code])
      expect(documented.sort(), route.operationId).toEqual(expected.sort())
    }
  })

  it('asks for the session exactly where a route refuses who is not logged in', () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'dharma_session' },
    })
    const needed = operations.filter(
      ({ security }) => JSON.stringify(security) === '[{"session":[]}]',
    )
    const refusing = ROUTES.filter((route) => listRouteFailures(route).includes('not_signed_in'))
    expect(new Set(needed.map(({ operationId }) => operationId))).toEqual(
      new Set(refusing.map(({ operationId }) => operationId)),
    )
    expect(findOperation('flagWallet')?.security).toEqual([{}, { session: [] }])
    expect(findOperation('castVote')?.security).toEqual([])
  })

  it('has a name for every object, choice and union, of which generated clients make types', () => {
    const { schemas } = document.components
    const inside = Object.values(schemas).flatMap((schema) => Object.values(schema))
    expect(listSchemas(inside).filter(isNameless)).toEqual([])
    const bodies = operations.map(({ requestBody }) => requestBody)
    expect(listSchemas(bodies).filter(isNameless)).toEqual([])
    const names = Object.keys(schemas)
    expect(names).toEqual(expect.arrayContaining(['VoteContent', 'VoteChoice', 'ProtectionFreeze']))
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+(1497\w*)?$/.test(name))).toEqual([])
  })

  it('is written in keywords that generators know: types, maps, and integers of 64 bits', () => {
    const { paths, components, webhooks } = document
    const all = listSchemas([paths, components, webhooks])
    const keyed = all.filter((schema) => 'const' in schema || 'enum' in schema)
    expect(keyed.filter(({ type }) => type !== 'string')).toEqual([])
    expect(all.filter((schema) => 'patternProperties' in schema)).toEqual([])
    expect(components.schemas.Meta).toMatchObject({
      properties: { counts: { additionalProperties: { type: 'integer', format: 'int64' } } },
    })
    expect(components.schemas.BlockRef).toMatchObject({
      properties: { timeMs: { format: 'int64' } },
    })
    expect(JSON.stringify(findOperation('listTransfers'))).toContain('"maximum":200,"default":50')
  })

  it('refuses two schemas of one name', () => {
    const named = (value: number) => ({
      operationId: `get${value}`,
      responses: { 200: { content: { json: { schema: { title: 'Twin', const: value } } } } },
    })
    const paths = { '/a': { get: named(1), put: named(2) } }
    const name = () => nameSchemas({ paths, webhooks: {}, components: { schemas: {} } })
    expect(name).toThrow('Two schemas have the name Twin')
  })
})
