import { expect, test, vi } from 'vitest'
import { reportFailure } from './report-failure.ts'

test('an error that is reported twice is logged once', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const error = new Error('down')
  reportFailure('GET /v1/actions failed', error)
  reportFailure('Login error', error)
  expect(log.mock.calls).toEqual([['GET /v1/actions failed', error]])
  log.mockRestore()
})
