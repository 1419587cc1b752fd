import { NodeBusyError, NodeUnreachableError } from '@app/flow/errors.ts'
import { describe, expect, it } from 'vitest'
import { NotIndexedError } from '../../scorer/not-indexed-error.ts'
import { ApiFailure } from './api-failure.ts'
import { failureOf } from './failure-of.ts'

const coded = (code: string, statusCode?: number) =>
  Object.assign(new Error('secret of the inside'), { code, statusCode })

describe('failureOf', () => {
  it.each([
    [coded('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'body_too_large'],
    [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'unsupported_content_type'],
    [coded('FST_ERR_BAD_URL', 400), 'malformed_request'],
    [coded('FST_ERR_HANDLER_TIMEOUT', 503), 'too_slow'],
    [coded('FST_UNDER_PRESSURE', 503), 'overloaded'],
    [coded('HPE_HEADER_OVERFLOW'), 'headers_too_large'],
    [coded('SOMETHING_NEW', 422), 'malformed_request'],
    [coded('SOMETHING_NEW', 404), 'route_not_found'],
    [new NodeUnreachableError('no route to node'), 'node_unreachable'],
    [new NodeBusyError('429', 429, null), 'node_unreachable'],
    [new NotIndexedError(), 'not_ready'],
    [coded('ECONNREFUSED'), 'database_unreachable'],
    [coded('57P01'), 'database_unreachable'],
    [coded('42703'), 'internal_error'],
    [new TypeError('x is not a function'), 'internal_error'],
    ['a string', 'internal_error'],
    [null, 'internal_error'],
  ])('maps %s to the catalogue', (error, code) => {
    const failure = failureOf(error)
    expect(failure.code).toBe(code)
    expect(failure.message).not.toContain('secret')
  })

  it('passes on what a route throws on purpose', () => {
    const failure = new ApiFailure('account_not_found', { message: 'No such account.' })
    expect(failureOf(failure)).toBe(failure)
  })
})
