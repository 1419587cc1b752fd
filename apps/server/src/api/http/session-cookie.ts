import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_SECONDS } from '../users/write-session.ts'

const NAME = 'dharma_session'

const TOKEN = new RegExp(`(?:^|;\\s*)${NAME}=([0-9a-f]{64})(?:;|$)`)

/** Returns the session token that the cookie of the request carries; else `null`. */
export function readSessionCookie({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return TOKEN.exec(headers.cookie ?? '')?.[1] ?? null
}

/** Sets the cookie of a session; only pages of the same site send it, and no script can read it. */
export function setSessionCookie(
  reply: FastifyReply,
  { request, token }: { request: FastifyRequest; token: string },
): void {
  reply.header('set-cookie', formatCookie(token, { request, maxAge: SESSION_SECONDS }))
}

export function clearSessionCookie(reply: FastifyReply, request: FastifyRequest): void {
  reply.header('set-cookie', formatCookie('', { request, maxAge: 0 }))
}

function formatCookie(
  value: string,
  { request, maxAge }: { request: FastifyRequest; maxAge: number },
): string {
  const parts = [`${NAME}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  return (isHttps(request) ? [...parts, 'Secure'] : parts).join('; ')
}

/** A page with https can call only an API with https, also when a proxy ends it. */
const isHttps = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol === 'https' || (headers.origin ?? '').startsWith('https:')
