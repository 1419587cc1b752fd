import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { FAILURES } from '../routes/failures/failures.ts'
import { listRouteFailures } from '../routes/failures/list-route-failures.ts'
import { ROUTES } from '../routes/routes.ts'
import { buildOpenApi } from './build-openapi.ts'

const INFO = { title: 'Test', version: '1', description: 'All calls.' }

const document = buildOpenApi(ROUTES, INFO)

interface Operation {
  operationId: string
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody?: object
  responses: Record<string, { content: Record<string, { examples?: object; example?: object }> }>
}

const paths = document.paths as Record<string, Record<string, Operation>>
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
const findOperation = (name: string) => operations.find(({ operationId }) => operationId === name)

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('contains every route by its operation id', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(names.sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort())
  })

  it.each(ROUTES.map((route) => [route.operationId, route] as const))(
    'documents every failure of %s with its status and an example',
    (name, route) => {
      const responses = findOperation(name)?.responses ?? {}
      for (const code of listRouteFailures(route)) {
        const answer = responses[FAILURES[code].status]?.content['application/json']
        expect(answer?.examples).toHaveProperty(code)
      }
    },
  )

  it('documents no success of a route that is not available yet', () => {
    const planned = ROUTES.filter(({ notImplementedMessage }) => notImplementedMessage).map(
      ({ operationId }) => operationId,
    )
    expect(planned.map((name) => findOperation(name)?.responses[200])).toEqual(
      planned.map(() => undefined),
    )
  })

  it('writes parameters in braces and gives an example of each path parameter', () => {
    expect(Object.keys(paths)).toContain('/v1/governance/proposals/{id}/vote')
    const inPath = operations.flatMap(({ parameters }) => parameters.filter((p) => p.in === 'path'))
    expect(inPath.filter(({ example }) => example === undefined)).toEqual([])
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
})
