import { ApiError } from '@app/api/client/client.ts'
import { expect, test } from 'vitest'
import { isOutage, refreshEvery, retryAfterOutage } from './refresh.ts'

const fail = (status: number, code: string) => new ApiError({ status, code, message: 'm' })

const UNREACHABLE = fail(0, 'server_unreachable')
const MISSING = fail(404, 'account_not_found')

test.each([
  [UNREACHABLE, true],
  [fail(0, 'timeout'), true],
  [fail(200, 'unreadable_answer'), true],
  [fail(429, 'rate_limited'), true],
  [fail(503, 'database_unreachable'), true],
  [MISSING, false],
  [fail(401, 'not_signed_in'), false],
  [new Error('a bug'), false],
  [null, false],
])('%s is an outage: %s', (error, expected) => expect(isOutage(error)).toBe(expected))

const DATABASE = fail(503, 'database_unreachable')

const query = (error: Error | null, errorUpdateCount: number, data?: unknown) => ({
  state: { data, error, errorUpdateCount },
})

test('the delays after an outage grow up to half a minute', () => {
  const delays = [1, 2, 3, 4, 9].map((count) => retryAfterOutage(query(DATABASE, count)))
  expect(delays).toEqual([5_000, 10_000, 20_000, 30_000, 30_000])
  expect(retryAfterOutage(query(UNREACHABLE, 1))).toBe(30_000)
})

test('what is merely absent is not asked for again', () => {
  expect(retryAfterOutage(query(MISSING, 1))).toBe(false)
  expect(retryAfterOutage(query(null, 0, 'data'))).toBe(false)
})

test('data is refreshed at its interval, and during an outage with the delays of an outage', () => {
  const refresh = refreshEvery(60_000)
  expect(refresh(query(null, 0))).toBe(false)
  expect(refresh(query(null, 0, 'data'))).toBe(60_000)
  expect(refresh(query(DATABASE, 1, 'data'))).toBe(5_000)
})
