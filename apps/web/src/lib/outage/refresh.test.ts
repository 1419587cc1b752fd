import { ApiError } from '@app/api/client/client.ts'
import { expect, test } from 'vitest'
import { isOutage, refreshEvery, retryAfterOutage } from './refresh.ts'

const fail = (status: number, code = '') => new ApiError({ status, code, message: 'm' })

test.each([
  [fail(0, 'server_unreachable'), true],
  [fail(200, 'unreadable_answer'), true],
  [fail(429), true],
  [fail(503), true],
  [fail(404), false],
  [fail(401), false],
  [new Error('a bug'), false],
  [null, false],
])('%s is an outage: %s', (error, expected) => expect(isOutage(error)).toBe(expected))

const query = (error: Error | null, errorUpdateCount = 0, data?: unknown) => ({
  state: { data, error, errorUpdateCount },
})

test('the delays after an outage grow up to half a minute; what is merely absent is not asked for again', () => {
  const delays = [1, 2, 3, 4, 9].map((count) => retryAfterOutage(query(fail(503), count)))
  expect(delays).toEqual([5_000, 10_000, 20_000, 30_000, 30_000])
  expect(retryAfterOutage(query(fail(0, 'server_unreachable'), 1))).toBe(30_000)
  expect(retryAfterOutage(query(fail(404), 1))).toBe(false)
})

test('data is refreshed at its interval, and during an outage with the delays of an outage', () => {
  const refresh = refreshEvery(60_000)
  expect(refresh(query(null))).toBe(false)
  expect(refresh(query(null, 0, 'data'))).toBe(60_000)
  expect(refresh(query(fail(503), 1, 'data'))).toBe(5_000)
})
