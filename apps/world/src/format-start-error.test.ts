import { expect, test } from 'vitest'
import { formatStartError } from './format-start-error.ts'

test('an error is reported with its own message', () => {
  expect(formatStartError(new Error('The port is taken.'))).toBe('The port is taken.')
})

test.each([
  new Error('PostgreSQL did not start: could not write: No space left on device'),
  new Error('write failed', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
  new Error('toolbox emulator did not start: database or disk is full (13)'),
])('a full disk is reported as such: %s', (error) => {
  expect(formatStartError(error)).toMatch(/^There is no space left on the disk/)
})
