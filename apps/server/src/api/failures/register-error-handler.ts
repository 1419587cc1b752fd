import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '@app/api/schemas/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from '../telemetry/request-ids.ts'
import { ApiFailure } from './api-failure.ts'
import { toApiFailure } from './to-api-failure.ts'

/** Responds to every error with a failure of the catalogue, and logs the server's own errors. */
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

/** Responds to a request that Node could not parse, such as one with too long headers. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const failure = toApiFailure({ code: error.code, statusCode: 400 })
  const body = JSON.stringify(toFailureBody(failure))
  const head = [
    `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Returns the body of the response to a failure. */
export function toFailureBody({ code, message, details }: ApiFailure): Failure {
  return details === undefined ? { code, message } : { code, message, details }
}
