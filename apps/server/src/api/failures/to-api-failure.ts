import type { FailureCode } from '@app/api/routes/failures/failures.ts'
import { RetryableError } from '@app/values/errors.ts'
import { NotIndexedError } from '../../facts/not-indexed-error.ts'
import { isRetryable } from '../../runtime/stage.ts'
import { ApiFailure } from './api-failure.ts'

/** Failure codes of the catalogue by the error codes of Fastify and its plugins. */
const FAILURE_BY_ERROR_CODE: Readonly<Record<string, FailureCode>> = {
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_content_type',
  FST_ERR_HANDLER_TIMEOUT: 'too_slow',
  FST_UNDER_PRESSURE: 'overloaded',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

const RETRY_AFTER = { 'retry-after': '10' }

/** Converts an error to a failure of the catalogue; details of unknown errors are not included. */
export function toApiFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const { code, statusCode } = getErrorFields(error)
  const known = FAILURE_BY_ERROR_CODE[code]
  if (known !== undefined) return new ApiFailure(known)
  if (error instanceof NotIndexedError)
    return new ApiFailure('not_ready', { message: error.message })
  if (error instanceof RetryableError) {
    return new ApiFailure('node_unreachable', { headers: RETRY_AFTER })
  }
  if (isRetryable(error)) return new ApiFailure('database_unreachable', { headers: RETRY_AFTER })
  if (statusCode === 404) return new ApiFailure('route_not_found')
  const isBadInput = statusCode >= 400 && statusCode < 500
  return new ApiFailure(isBadInput ? 'malformed_request' : 'internal_error')
}

function getErrorFields(error: unknown): { code: string; statusCode: number } {
  if (typeof error !== 'object' || error === null) return { code: '', statusCode: 0 }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const hasStatus = 'statusCode' in error && typeof error.statusCode === 'number'
  return { code, statusCode: hasStatus ? Number(error.statusCode) : 0 }
}
