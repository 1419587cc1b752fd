import { createNonce, createSession, endSession, getSession } from '@app/api/routes/session.ts'
import { verifyAccountProof } from '@app/flow/proof/account-proof.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { readAccount } from '../consent/check-consent.ts'
import { mountRoute } from '../http/mount-route.ts'
import { requireOwnOrigin } from '../http/origins.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { closeSession, consumeNonce, issueNonce, openSession } from './write-session.ts'

export function mountSessionRoutes(api: Api): void {
  const { context } = api
  const { webOrigins } = context.config.api
  mountRoute(api, { route: createNonce }, async (_, request) => {
    requireOwnOrigin(request, webOrigins)
    const { secret, expiresAt } = await issueNonce(context)
    return { data: { nonce: secret, expiresAt: expiresAt.toISOString() } }
  })
  mountRoute(api, { route: createSession }, async ({ body }, request, reply) => {
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
  mountRoute(api, { route: getSession }, ({ session: { address, expiresAt } }) => ({
    data: { address, expiresAt: expiresAt.toISOString() },
  }))
  // What ends a session has the limit of reads.
  mountRoute(api, { route: endSession, config: {} }, async (_, request, reply) => {
    requireOwnOrigin(request, webOrigins)
    const token = readSessionCookie(request)
    if (token !== null) await closeSession(context, token)
    clearSessionCookie(reply, request)
    return { data: { isSignedIn: false } }
  })
}

/**
 * Returns the origin over which the proof must be: that of the page, or, for a program, which sends none, the
 * app identifier. Throws `ApiFailure` when it is missing or not configured, or when a page names another one.
 */
function requireAppIdentifier(
  request: FastifyRequest,
  { webOrigins, given }: { webOrigins: readonly string[]; given: string | undefined },
): string {
  requireOwnOrigin(request, webOrigins)
  const appIdentifier = request.headers.origin ?? given
  const refuse = (message: string) => new ApiFailure('origin_refused', { message })
  if (appIdentifier === undefined) {
    throw refuse(
      `appIdentifier is missing: without an Origin header, it must be the origin over which the proof was signed, ${webOrigins.join(' or ')}.`,
    )
  }
  if (given !== undefined && given !== appIdentifier)
    throw refuse(`The app identifier must be the origin of the page, ${appIdentifier}.`)
  if (!webOrigins.includes(appIdentifier))
    throw refuse(`The app identifier must be ${webOrigins.join(' or ')}. Sign the proof for it.`)
  return appIdentifier
}
