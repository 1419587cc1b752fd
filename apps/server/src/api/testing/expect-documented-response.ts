import { listRouteFailures, TRANSPORT_FAILURES } from '@app/api/openapi/list-route-failures.ts'
import { FAILURES, type FailureCode } from '@app/api/routes/failures.ts'
import type { Route } from '@app/api/routes/route.ts'
import { buildSuccessSchema, FailureSchema } from '@app/api/schemas/envelope.ts'
import type { LightMyRequestResponse } from 'fastify'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'

const failureChecker = Compile(FailureSchema)

/**
 * Asserts that the response has the shape, and a failure the status and code, that `route`
 * documents.
 */
export function expectDocumentedResponse(route: Route, response: LightMyRequestResponse): void {
  const isAccepted = response.statusCode === 202 && route.mayBeAccepted
  if (response.statusCode === 200 || isAccepted) {
    if (route.contentType !== undefined) return
    expect(Compile(buildSuccessSchema(route.data)).Errors(response.json())).toEqual([])
    return
  }
  const code = expectFailure(response)
  if (!TRANSPORT_FAILURES.includes(code)) expect(listRouteFailures(route)).toContain(code)
}

/**
 * Asserts that the response is a failure of the catalogue without internal details. Returns its
 * code.
 */
export function expectFailure(response: LightMyRequestResponse): FailureCode {
  const body = response.json()
  expect(failureChecker.Errors(body)).toEqual([])
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const kind = FAILURES[body.code as FailureCode]
  expect(kind?.status, `${body.code} is no failure of the catalogue`).toBe(response.statusCode)
  expect(JSON.stringify(body)).not.toMatch(/at .*\.ts:\d+|node_modules|postgres:|select /i)
  return body.code
}
