import { NodeBusyError, NodeUnreachableError } from '@app/flow/errors.ts'
import { describe, expect, it } from 'vitest'
import { NotIndexedError } from '../../facts/load-facts.ts'
import { ApiFailure } from '../api-failure.ts'
import { toApiFailure } from './register-error-handler.ts'

const createCodedError = (code: string, statusCode?: number) =>
  Object.assign(new Error('secret of the inside'), { code, statusCode })

describe('toApiFailure', () => {
  it.each([
    [createCodedError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'body_too_large'],
    [createCodedError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'unsupported_content_type'],
    [createCodedError('FST_ERR_BAD_URL', 400), 'malformed_request'],
    [createCodedError('FST_ERR_HANDLER_TIMEOUT', 503), 'too_slow'],
    [createCodedError('FST_UNDER_PRESSURE', 503), 'overloaded'],
    [createCodedError('HPE_HEADER_OVERFLOW'), 'headers_too_large'],
    [createCodedError('SOMETHING_NEW', 422), 'malformed_request'],
    [createCodedError('SOMETHING_NEW', 404), 'route_not_found'],
    [new NodeUnreachableError('no route to node'), 'node_unreachable'],
    [new NodeBusyError('429', 429, null), 'node_unreachable'],
    [new NotIndexedError(), 'not_ready'],
    [createCodedError('ECONNREFUSED'), 'database_unreachable'],
    [createCodedError('57P01'), 'database_unreachable'],
    [createCodedError('42703'), 'internal_error'],
    [new TypeError('x is not a function'), 'internal_error'],
    ['a string', 'internal_error'],
    [null, 'internal_error'],
  ])('maps %s to the catalogue', (error, code) => {
    const failure = toApiFailure(error)
    expect(failure.code).toBe(code)
    expect(failure.message).not.toContain('secret')
  })

  it('returns an ApiFailure unchanged', () => {
    const failure = new ApiFailure('account_not_found', { message: 'No such account.' })
    expect(toApiFailure(failure)).toBe(failure)
  })
})
