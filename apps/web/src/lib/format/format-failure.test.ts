import { ApiError } from '@app/api/client/client.ts'
import { expect, test } from 'vitest'
import { SigningError } from '../wallet-session.ts'
import { formatFailures, formatPartFailure, formatServerFailure } from './format-failure.ts'

const fail = (status: number, code: string, message: string) =>
  new ApiError({ status, code, message })

const rejected = fail(409, 'vote_refused', 'Voting on this proposal has ended.')
const unreachable = fail(0, 'server_unreachable', 'The server cannot be reached.')
const unreadable = fail(502, 'unreadable_answer', 'The answer cannot be read.')
const wordless = fail(500, 'internal_error', '')

test.each([
  [rejected, 'Voting on this proposal has ended.'],
  [new SigningError('Declined: User declined'), 'Declined: User declined'],
  [unreachable, 'Failed to cast vote'],
  [unreadable, 'Failed to cast vote'],
  [wordless, 'Failed to cast vote'],
  [new Error('boom'), 'Failed to cast vote'],
])('of %s the message of server or wallet is shown, else the fallback', (error, text) => {
  expect(formatServerFailure(error, 'Failed to cast vote')).toBe(text)
})

const timeout = (advice: string) => fail(0, 'timeout', `It is late. ${advice}`)

test.each([
  [null, []],
  [rejected, ['Alerts: Voting on this proposal has ended.']],
  [wordless, ['Alerts: it could not be loaded. This page tries again by itself.']],
  // The advice is not said where the page itself tries again.
  ...['Check your connection and try again.', 'Try again.', 'Try again later.'].map(
    (advice): [ApiError, string[]] => [
      timeout(advice),
      ['It is late. This page tries again by itself.'],
    ],
  ),
])('the status line of %s has the part, unless the server fails', (error, lines) => {
  expect(formatPartFailure('Alerts', error)).toEqual(lines)
})

test('an outage takes down several parts, and is told once', () => {
  expect(
    formatFailures([
      ['Score', unreachable],
      ['Alerts', unreachable],
      ['Votes', null],
    ]),
  ).toEqual(['The server cannot be reached. This page tries again by itself.'])
})

test('what several parts fail for is told once, without the parts', () => {
  expect(
    formatFailures([
      ['Score', rejected],
      ['Alerts', rejected],
    ]),
  ).toEqual(['Voting on this proposal has ended.'])
})
