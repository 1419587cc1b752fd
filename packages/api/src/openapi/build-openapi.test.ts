import { MAX_TEXT_BYTES } from '@app/values/limits.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { FAILURES } from '../routes/failures.ts'
import { getProposal } from '../routes/governance.ts'
import { ROUTES } from '../routes/routes.ts'
import { ALERT_DATA, type AlertType } from '../schemas/alert-data.ts'
import { buildOpenApi } from './build-openapi.ts'
import { listRouteFailures, TRANSPORT_FAILURES } from './list-route-failures.ts'

const INFO = { title: 'Test', version: '1', description: 'All calls.' }

const document = buildOpenApi(ROUTES, { info: INFO, serverUrl: 'https://api.example.org' })

interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody?: object
  responses: Record<string, { content?: Record<string, { examples?: object; example?: object }> }>
}

interface Delivery {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody: {
    content: { 'application/json': { schema: { properties: { type: object; data: object } } } }
  }
}

const paths = document.paths as Record<string, Record<string, Operation>>
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
const findOperation = (name: string) => operations.find(({ operationId }) => operationId === name)

type Schema = Record<string, unknown>

const isOfText = (description: unknown) =>
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
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('has length and characters of every text of a person', () => {
    const documented = listSchemas(document).filter(({ description }) => isOfText(description))
    const inRoutes = listSchemas(ROUTES).filter((schema) => 'x-text' in schema)
    const describeAll = (schemas: Schema[]) =>
      new Set(schemas.map(({ description }) => description))
    expect(describeAll(documented)).toEqual(describeAll(inRoutes))
    for (const { description, minLength, maxLength, pattern } of documented) {
      expect(description).toMatch(new RegExp(`^${minLength} to \\d+ visible characters`))
      expect(maxLength).toBe(MAX_TEXT_BYTES)
      const allows = (text: string) => new RegExp(String(pattern), 'u').test(text)
      expect(allows('\tOne line,\r\nand another with 😀\x85')).toBe(true)
      for (const control of ['\0', '\b', '\x0e', '\x1f', '\x7f', '\x84', '\x9f']) {
        expect(allows(`a${control}b`), JSON.stringify(control)).toBe(false)
      }
    }
  })

  it('contains every route by its operation id', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(names.sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
  })

  it.each(ROUTES.map((route) => [route.operationId, route] as const))(
    'documents every failure of %s with its status and an example',
    (name, route) => {
      const responses = findOperation(name)?.responses ?? {}
      for (const code of [...listRouteFailures(route), ...TRANSPORT_FAILURES]) {
        const answer = responses[FAILURES[code].status]?.content?.['application/json']
        expect(answer?.examples).toHaveProperty(code)
      }
    },
  )

  it('writes parameters in braces and gives an example of each path parameter', () => {
    expect(Object.keys(paths)).toContain('/v1/governance/proposals/{id}/vote')
    const inPath = operations.flatMap(({ parameters }) => parameters.filter((p) => p.in === 'path'))
    expect(inPath.filter(({ example }) => example === undefined)).toEqual([])
  })

  it('says where the API is', () => {
    expect(document.servers).toEqual([{ url: 'https://api.example.org' }])
  })

  it('asks for the session exactly where a route refuses who is not logged in', () => {
    const { securitySchemes } = document.components as { securitySchemes: object }
    expect(securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'dharma_session' },
    })
    const needed = operations.filter(
      ({ security }) => JSON.stringify(security) === '[{"session":[]}]',
    )
    const refusing = ROUTES.filter((route) => listRouteFailures(route).includes('not_signed_in'))
    expect(needed.map(({ operationId }) => operationId)).toEqual(
      refusing.map(({ operationId }) => operationId),
    )
    expect(findOperation('flagWallet')?.security).toEqual([{}, { session: [] }])
    expect(findOperation('castVote')?.security).toEqual([])
  })

  it('describes each message of webhooks, with its headers and the shape of its data', () => {
    const webhooks = document.webhooks as Record<string, { post: Delivery }>
    expect(Object.keys(webhooks).sort()).toEqual(Object.keys(ALERT_DATA).sort())
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { properties } = post.requestBody.content['application/json'].schema
      const { title } = ALERT_DATA[type as AlertType] as { title?: string }
      expect(properties).toMatchObject({
        type: { const: type },
        data: { $ref: `#/components/schemas/${title}` },
      })
      expect(post.summary).not.toBe('')
      expect(post.parameters.map(({ name, required }) => [name, required])).toEqual([
        ['webhook-id', true],
        ['webhook-timestamp', true],
        ['webhook-signature', true],
      ])
    }
  })

  it('declares the answer that a client has already', () => {
    const { parameters, responses } = findOperation('getScore') ?? {}
    expect(parameters?.map(({ name }) => name)).toContain('If-None-Match')
    expect(responses?.[304]).toEqual({ description: expect.any(String) })
  })

  it('refers to one component for each schema with a title', () => {
    const { schemas } = document.components as { schemas: object }
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['ScoreResult', 'Failure', 'Meta', 'Catalogue']),
    )
    const withoutExamples = JSON.stringify(document.paths, (name, value) =>
      name === 'example' ? undefined : value,
    )
    expect(withoutExamples).not.toContain('"title"')
  })

  it('has a name for every object, choice and union, of which generated clients make types', () => {
    const { schemas } = document.components as { schemas: Record<string, Schema> }
    const inside = Object.values(schemas).flatMap((schema) => Object.values(schema))
    expect(listSchemas(inside).filter(isNameless)).toEqual([])
    const bodies = operations.map(({ requestBody }) => requestBody)
    expect(listSchemas(bodies).filter(isNameless)).toEqual([])
    const names = Object.keys(schemas)
    expect(names).toEqual(expect.arrayContaining(['VoteContent', 'VoteChoice', 'ProtectionFreeze']))
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+(1497\w*)?$/.test(name))).toEqual([])
  })

  it('is written in keywords that generators know: types, maps, and integers of 64 bits', () => {
    const all = listSchemas([document.paths, document.components, document.webhooks])
    const keyed = all.filter((schema) => 'const' in schema || 'enum' in schema)
    expect(keyed.filter(({ type }) => type !== 'string')).toEqual([])
    expect(all.filter((schema) => 'patternProperties' in schema)).toEqual([])
    const { schemas } = document.components as { schemas: Record<string, Schema> }
    expect(schemas.Meta).toMatchObject({
      properties: { counts: { additionalProperties: { type: 'integer', format: 'int64' } } },
    })
    expect(schemas.BlockRef).toMatchObject({ properties: { timeMs: { format: 'int64' } } })
    expect(JSON.stringify(findOperation('listTransfers'))).toContain('"maximum":200,"default":50')
  })

  it('refuses two schemas of one name', () => {
    const named = (count: number) => Type.Object({ count: Type.Literal(count) }, { title: 'Twin' })
    const routes = [1, 2].map((count) => ({ ...getProposal, data: named(count) }))
    const build = () => buildOpenApi(routes, { info: INFO, serverUrl: '' })
    expect(build).toThrow('Two schemas have the name Twin')
  })

  it('has an operation id that is a name, and a tag of their own for webhooks', () => {
    const webhooks = Object.values(document.webhooks as Record<string, { post: Operation }>)
    const received = webhooks.map(({ post }) => post)
    const ids = [...operations, ...received].map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    const tags = new Set(operations.flatMap((operation) => operation.tags))
    expect(received.filter((delivery) => delivery.tags.some((tag) => tags.has(tag)))).toEqual([])
  })
})
