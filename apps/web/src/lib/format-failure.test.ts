import { ApiError } from '@app/api/schemas/api-error.ts'
import { expect, test } from 'vitest'
import { formatFailure, formatPartFailure, formatServerFailure } from './format-failure.ts'

const refused = new ApiError({
  status: 501,
  code: 'not_available_yet',
  message: 'Voting on proposals is not available yet.',
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

test('what the server said is shown', () => {
  expect(formatServerFailure(refused, 'Failed to cast vote')).toBe(
    'Voting on proposals is not available yet.',
  )
})

test.each([unreachable, unreadable, new Error('boom')])(
  'the fixed text is shown where the server said nothing: %s',
  (error) => expect(formatServerFailure(error, 'Failed to cast vote')).toBe('Failed to cast vote'),
)

test('a list that failed to load shows the error text, else the fixed text', () => {
  expect(formatFailure(unreachable, 'Failed to load')).toBe('The server cannot be reached.')
  expect(formatFailure('nothing known', 'Failed to load')).toBe('Failed to load')
})

test('the status line is empty without a failure and names the part with one', () => {
  expect(formatPartFailure('Alerts', null)).toEqual([])
  expect(formatPartFailure('Alerts', unreachable)).toEqual([
    'Alerts: The server cannot be reached.',
  ])
})
