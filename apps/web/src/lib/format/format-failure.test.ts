import { ApiError } from '@app/api/client/client.ts'
import { expect, test } from 'vitest'
import { SigningError } from '../wallet-session.ts'
import {
  formatFailure,
  formatFailures,
  formatPartFailure,
  formatServerFailure,
} from './format-failure.ts'

const rejected = new ApiError({
  status: 409,
  code: 'vote_refused',
  message: 'Voting on this proposal has ended.',
})
const unreachable = new ApiError({
  status: 0,
  code: 'server_unreachable',
  message: 'The server cannot be reached.',
})
const unreadable = new ApiError({
  status: 502,
  code: 'unreadable_answer',
  message: 'The server gave an answer that cannot be read.',
})
const wordless = new ApiError({ status: 500, code: 'internal_error', message: '' })

test("returns the server's message", () => {
  expect(formatServerFailure(rejected, 'Failed to cast vote')).toBe(
    'Voting on this proposal has ended.',
  )
})

test("returns the wallet's message when it did not sign", () => {
  const declined = new SigningError('Declined: User declined')
  expect(formatServerFailure(declined, 'Failed to cast vote')).toBe('Declined: User declined')
})

test.each([unreachable, unreadable, wordless, new Error('boom')])(
  'returns the fallback without a message from the server: %s',
  (error) => expect(formatServerFailure(error, 'Failed to cast vote')).toBe('Failed to cast vote'),
)

test('returns the message of the error, else the fallback', () => {
  expect(formatFailure(unreachable, 'Failed to load')).toBe('The server cannot be reached.')
  expect(formatFailure('not an Error', 'Failed to load')).toBe('Failed to load')
})

test('the status line is empty without a failure, and has the part and the message with one', () => {
  expect(formatPartFailure('Alerts', null)).toEqual([])
  expect(formatPartFailure('Alerts', rejected)).toEqual([
    'Alerts: Voting on this proposal has ended.',
  ])
})

test.each([
  'The server cannot be reached. Check your connection and try again.',
  'The server did not answer within 30 seconds. Try again.',
  'The response of the server cannot be read (status 502). Try again later.',
])('%s is not said where the page itself tries again', (message) => {
  const error = new ApiError({ status: 0, code: 'timeout', message })
  const [cause] = message.split(/(?<=\.) /)
  expect(formatPartFailure('Alerts', error)).toEqual([`${cause} This page tries again by itself.`])
})

test('an outage takes down several parts, and is told once, with what happens next', () => {
  const parts = [
    ['Score', unreachable],
    ['Alerts', unreachable],
    ['Votes', null],
  ] as const
  const line = 'The server cannot be reached. This page tries again by itself.'
  expect(formatFailures(parts)).toEqual([line])
  expect(formatPartFailure('Score', wordless)).toEqual([
    'Score: it could not be loaded. This page tries again by itself.',
  ])
})
