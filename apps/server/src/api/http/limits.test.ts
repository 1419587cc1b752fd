import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildRequestWithBody, buildValidRequest } from '../testing/build-valid-request.ts'
import { expectFailure } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import {
  createMinuteLimiter,
  identifyClient,
  MAX_BODY_BYTES,
  MAX_EMPTY_BODY_BYTES,
} from './limits.ts'

const LIMITS = { requestsPerMinute: 3_000, computesPerMinute: 100, writesPerMinute: 500 }

/** Routes that always have a score computed. */
const COMPUTING = ['computeScore', 'publishScore', 'checkWallet', 'watchAddress']

/** What ends a session takes nothing. */
const ENDING = ['endSession']

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ limits: LIMITS })
})

afterAll(() => api.finish())

function getExpectedLimit({ operationId, method, tag }: Route): string | undefined {
  if (tag === 'Operations') return undefined
  if (COMPUTING.includes(operationId)) return String(LIMITS.computesPerMinute)
  const isRead = method === 'GET' || ENDING.includes(operationId)
  return String(isRead ? LIMITS.requestsPerMinute : LIMITS.writesPerMinute)
}

it('each route has the limit of requests of its kind, and takes no larger body than it needs', async () => {
  for (const route of ROUTES) {
    const { url, ...rest } = buildValidRequest(route)
    // Refused for its parameter, but counted.
    const response = await api.app.inject({ ...rest, url: `${url.split('?')[0]}?x=1` })
    expect(expectFailure(response), route.operationId).toBe('invalid_request')
    expect(response.headers['ratelimit-limit'], route.operationId).toBe(getExpectedLimit(route))
  }
  for (const route of ROUTES.filter(({ method }) => method !== 'GET')) {
    const limit = route.body === undefined ? MAX_EMPTY_BODY_BYTES : MAX_BODY_BYTES
    const send = (bytes: number) =>
      api.app.inject(buildRequestWithBody(route, `"${'x'.repeat(bytes - 2)}"`))
    expect(expectFailure(await send(limit + 1)), route.operationId).toBe('body_too_large')
    expect((await send(limit)).statusCode, route.operationId).not.toBe(413)
  }
})

/** A limiter of two a minute, and its clock, which begins shortly before a full minute. */
function createLimiter() {
  const clock = { ms: 59_999 }
  const describe = (limit: number, secondsLeft: number) => `${limit}, ${secondsLeft} left`
  const limiter = createMinuteLimiter(2, describe, () => clock.ms)
  return { clock, count: (key: string) => limiter.count(key) }
}

it('a minute begins with the first call of a key, whatever the clock shows', () => {
  const { clock, count } = createLimiter()
  count('ann')
  clock.ms += 30_000
  count('ben')
  count('ann')
  expect(() => count('ann')).toThrow('2, 30 left')
  clock.ms += 29_999
  expect(() => count('ann')).toThrow('2, 1 left')
  clock.ms += 1
  count('ann')
  count('ann')
  expect(() => count('ann')).toThrow('2, 60 left')
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['no address', 'no address'],
])('the client at %s is %s', (ip, visitor) => {
  expect(identifyClient({ ip })).toBe(visitor)
})
