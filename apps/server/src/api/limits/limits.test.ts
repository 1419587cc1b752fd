import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequestWithBody, buildValidRequest } from '../testing/build-valid-request.ts'
import { expectFailure } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { MAX_BODY_BYTES, MAX_EMPTY_BODY_BYTES } from './limits.ts'

const LIMITS = { requestsPerMinute: 3_000, computesPerMinute: 100, writesPerMinute: 500 }

/** Routes that always have a score computed. */
const COMPUTING = ['computeScore', 'publishScore', 'checkWallet', 'watchAddress']

/** What ends a session takes nothing. */
const ENDING = ['endSession']

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ limits: { ...LIMITS, eventLoopDelayMs: Number.POSITIVE_INFINITY } })
})

afterAll(() => api.finish())

function getExpectedLimit({ operationId, method, tag }: Route): string | undefined {
  if (tag === 'Operations') return undefined
  if (COMPUTING.includes(operationId)) return String(LIMITS.computesPerMinute)
  const isRead = method === 'GET' || ENDING.includes(operationId)
  return String(isRead ? LIMITS.requestsPerMinute : LIMITS.writesPerMinute)
}

const withIds = (routes: readonly Route[]) =>
  routes.map((route) => [route.operationId, route] as const)

describe.each(withIds(ROUTES))('%s', (_, route) => {
  it('has the limit of requests of its kind', async () => {
    const { url, ...rest } = buildValidRequest(route)
    // Refused for its parameter, but counted.
    const response = await api.app.inject({ ...rest, url: `${url.split('?')[0]}?x=1` })
    expect(expectFailure(response)).toBe('invalid_request')
    expect(response.headers['ratelimit-limit']).toBe(getExpectedLimit(route))
  })
})

const routesWithBody = ROUTES.filter(({ method }) => method !== 'GET')

describe.each(withIds(routesWithBody))('%s', (_, route) => {
  it('takes no larger body than it needs', async () => {
    const limit = route.body === undefined ? MAX_EMPTY_BODY_BYTES : MAX_BODY_BYTES
    const send = (bytes: number) =>
      api.app.inject(buildRequestWithBody(route, `"${'x'.repeat(bytes - 2)}"`))
    expect(expectFailure(await send(limit + 1))).toBe('body_too_large')
    expect((await send(limit)).statusCode).not.toBe(413)
  })
})
