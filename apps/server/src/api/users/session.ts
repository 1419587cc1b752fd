import { createNonce, createSession, endSession, getSession } from '@app/api/routes/session.ts'
import type { Session } from '@app/api/schemas/session.ts'
import { verifyAccountProof } from '@app/flow/proof/account-proof.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import { readAccount } from '../consent/check-consent.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { requireOwnOrigin } from '../http/origins/require-own-origin.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../http/session-cookie.ts'
import {
  closeSession,
  consumeNonce,
  issueNonce,
  openSession,
  readSession,
} from './write-session.ts'

/** Mounts the routes of log-in and log-out by account proof. */
export function mountSessionRoutes(api: Api): void {
  mountLogIn(api)
  mountSession(api)
}

function mountLogIn(api: Api): void {
  const { context, limits } = api
  const { webOrigins } = context.config.api
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: createNonce, config }, async (_, request) => {
    requireOwnOrigin(request, webOrigins)
    const { secret, expiresAt } = await issueNonce(context)
    return { data: { nonce: secret, expiresAt: expiresAt.toISOString() } }
  })
  mountRoute(api, { route: createSession, config }, async ({ body }, request, reply) => {
    const appIdentifier = requireAppIdentifier(request, { webOrigins, given: body.appIdentifier })
    const address = toAddress(body.address)
    const { nonce, signatures } = body
    if (!(await consumeNonce(context, nonce))) throw new ApiFailure('nonce_refused')
    const account = await readAccount(context, address)
    const signed = signatures.map((each) => ({ ...each, addr: address }))
    const verdict = verifyAccountProof(account, { appIdentifier, address, nonce }, signed)
    if (!verdict.isValid) {
      const message = `The account proof was refused: ${verdict.reason}. Log in again.`
      throw new ApiFailure('signature_refused', { message })
    }
    const { secret: token, expiresAt } = await openSession(context, address)
    setSessionCookie(reply, { request, token })
    return { data: { address, expiresAt: expiresAt.toISOString() } }
  })
}

/**
 * Returns the origin of the page, over which the proof must be. Throws `ApiFailure` when it is not
 * configured, or is not what the request names.
 */
function requireAppIdentifier(
  { headers }: FastifyRequest,
  { webOrigins, given }: { webOrigins: readonly string[]; given: string | undefined },
): string {
  const { origin } = headers
  if (origin === undefined || !webOrigins.includes(origin)) throw new ApiFailure('origin_refused')
  if (given !== undefined && given !== origin) {
    const message = `The app identifier must be the origin of the page, ${origin}.`
    throw new ApiFailure('origin_refused', { message })
  }
  return origin
}

function mountSession(api: Api): void {
  const { context } = api
  mountRoute(api, { route: getSession }, async (_, request) => {
    return { data: await requireSession(api, request) }
  })
  mountRoute(api, { route: endSession }, async (_, request, reply) => {
    requireOwnOrigin(request, context.config.api.webOrigins)
    const token = readSessionCookie(request)
    if (token !== null) await closeSession(context, token)
    clearSessionCookie(reply, request)
    return { data: { isSignedIn: false } }
  })
}

async function requireSession({ context }: Api, request: FastifyRequest): Promise<Session> {
  const token = readSessionCookie(request)
  const session = token === null ? null : await readSession(context, token)
  if (session === null) throw new ApiFailure('not_signed_in')
  return { address: session.address, expiresAt: session.expiresAt.toISOString() }
}
