import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import type { FieldAnnotation } from '../schemas/fields.ts'
import { FAILURES } from './failures.ts'
import { ROUTES } from './routes.ts'

const byName = ROUTES.map((route) => [route.operationId, route] as const)

interface FieldText extends FieldAnnotation {
  type?: string
  enum?: unknown[]
  description?: string
}

/** Lists the schemas of objects inside a schema. */
function listObjects(schema: unknown): { type: unknown; additionalProperties?: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.values(schema).flatMap(listObjects)
  return 'type' in schema && schema.type === 'object' ? [schema, ...inside] : inside
}

/** The routes of the specification, section 7. */
const SPEC_ROUTES = [
  'GET /v1/score/:address',
  'POST /v1/score/:address/compute',
  'GET /v1/score/:address/onchain',
  'GET /v1/agent/status',
  'GET /v1/agent/history',
  'POST /v1/agent/check',
  'GET /v1/actions',
  'POST /v1/actions/flag-wallet',
  'GET /v1/governance/proposals',
  'GET /v1/governance/proposals/:id',
  'POST /v1/governance/proposals',
  'POST /v1/governance/proposals/:id/vote',
]

describe('the routes', () => {
  it('contain every call of the specification', () => {
    const calls = ROUTES.map((route) => `${route.method} ${route.url}`)
    expect(calls).toEqual(expect.arrayContaining(SPEC_ROUTES))
  })

  it('have unique operation ids and unique URLs', () => {
    const names = new Set(ROUTES.map((route) => route.operationId))
    const methodsAndUrls = new Set(ROUTES.map((route) => `${route.method} ${route.url}`))
    expect([names.size, methodsAndUrls.size]).toEqual([ROUTES.length, ROUTES.length])
  })

  it.each(byName)('%s declares a schema for each parameter of its path', (_, route) => {
    const inPath = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const { properties = {} } = (route.params ?? {}) as { properties?: object }
    expect(Object.keys(properties)).toEqual(inPath)
  })

  it.each(byName)("%s describes its fields so that 'must be' can stand before", (_, route) => {
    const fields = [route.params, route.query, route.body].flatMap((part) =>
      Object.values(
        (part as { properties?: Record<string, FieldText> } | undefined)?.properties ?? {},
      ),
    )
    const textFields = fields.filter((field) => field.type === 'string' && !field.enum)
    for (const { description } of textFields) expect(description).toMatch(/^[a-z0-9]/)
  })

  it.each(byName)('%s declares every field of its body, and takes no other', (_, { body }) => {
    for (const object of listObjects(body)) expect(object.additionalProperties).toBe(false)
  })

  it.each(byName.filter(([, { body }]) => body))(
    '%s shows a body that its schema accepts',
    (_, route) => {
      if (!route.body) throw new Error('no body')
      expect(Compile(route.body).Errors(route.bodyExample)).toEqual([])
    },
  )
})

describe('the failures', () => {
  it.each(Object.entries(FAILURES))('%s has a sentence that a person can act on', (code, kind) => {
    expect(code).toMatch(/^[a-z_]+$/)
    expect(kind.message).toMatch(/^[A-Z].*\.$/)
    expect(kind.status).toBeGreaterThanOrEqual(400)
  })

  it('describe the address format in the words of the specification', () => {
    expect(FAILURES.invalid_address.message).toBe(
      'Invalid Flow address format. Must be 0x followed by 16 hex characters.',
    )
  })
})
