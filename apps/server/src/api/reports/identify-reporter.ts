import type { FastifyRequest } from 'fastify'
import type { Reporter } from '../../labels/report.ts'
import { loadOrComputeScore } from '../answers/load-or-compute-score.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/identify-client.ts'
import { requireOwnOrigin } from '../http/origins/require-own-origin.ts'
import { readSessionCookie } from '../http/session-cookie.ts'
import { readSession, type UserSession } from '../users/write-session.ts'

/**
 * Returns who makes a report without a signature: the wallet that is logged in, with its score now,
 * otherwise the visitor. Throws `ApiFailure` when a page of another website sent the request.
 */
export async function identifyReporter(api: Api, request: FastifyRequest): Promise<Reporter> {
  const session = await readOwnSession(api, request)
  if (session === null) return identifyVisitor(request)
  const { address } = session
  const { score } = await loadOrComputeScore(api.context, address)
  return { kind: 'wallet', address, score }
}

/** Returns the visitor who sent the request. */
export const identifyVisitor = (request: FastifyRequest) =>
  ({ kind: 'visitor', client: identifyClient(request) }) as const

/**
 * Reads the session of a request; `null` when there is none. Throws `ApiFailure` when a page of another
 * website sent the request, with or without a session: it could have all of its readers report a wallet.
 */
export async function readOwnSession(
  { context }: Pick<Api, 'context'>,
  request: FastifyRequest,
): Promise<UserSession | null> {
  requireOwnOrigin(request, context.config.api.webOrigins)
  const token = readSessionCookie(request)
  return token === null ? null : await readSession(context, token)
}
