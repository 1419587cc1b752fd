import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FailureCode } from '@app/api/routes/failures.ts'
import type { Failure } from '@app/api/schemas/envelope.ts'
import { RetryableError } from '@app/values/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotIndexedError } from '../../facts/load-facts.ts'
import { isRetryable } from '../../runtime/stage.ts'
import { ApiFailure } from '../api-failure.ts'
import { REQUEST_ID_HEADER } from './observe-requests.ts'

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
}

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toApiFailure(error)
  if (failure.statusCode >= 500) logFailure(error, request, failure)
  return reply
    .code(failure.statusCode)
    .headers({ ...failure.headers, [REQUEST_ID_HEADER]: request.id })
    .send(toFailureBody(nameRequest(failure, request)))
}

/** Adds the id of the request to a failure that only the log explains, so that people can report it. */
function nameRequest(failure: ApiFailure, { id }: FastifyRequest): ApiFailure {
  if (failure.code !== 'internal_error') return failure
  return new ApiFailure('internal_error', { details: { requestId: id } })
}

/**
 * Logs intended failures at info level, failures of the node or database as warnings, and
 * unexpected errors as errors.
 */
function logFailure(error: unknown, { id, log, method, url }: FastifyRequest, failure: ApiFailure) {
  const about = { requestId: id, method, url }
  if (error === failure) log.info({ ...about, reason: failure.message }, failure.code)
  else if (failure.code === 'internal_error') log.error({ ...about, err: error }, failure.code)
  else log.warn({ ...about, err: error }, failure.code)
}

/** How long a client may take to read the answer to a request that could not be read, before its socket is destroyed. */
const LINGER_MS = 500

/**
 * Responds to a request that Node could not parse, such as one with too long headers, or that did not arrive in time, and
 * closes its socket. Where an earlier request of the socket is not answered yet, it is only closed: the client would take
 * this answer for that one.
 */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const failure = toApiFailure({ code: error.code, statusCode: 400 })
  const body = JSON.stringify(toFailureBody(failure))
  const head = [
    `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  // Ended alone, the socket stays open for as long as the client sends; destroyed at once, it may lose the answer.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Returns whether an answer to an earlier request of the socket is under way; the request that failed has none yet. */
const isAnswering = (socket: Socket): boolean => {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return response != null && (response.req.complete || response.headersSent)
}

export function toFailureBody({ code, message, details }: ApiFailure): Failure {
  return details === undefined ? { code, message } : { code, message, details }
}

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
