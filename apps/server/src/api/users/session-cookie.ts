import { SESSION_COOKIE } from '@app/api/schemas/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../runtime/context.ts'
import { readSession, SESSION_SECONDS, type UserSession } from './write-session.ts'

const TOKEN = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([0-9a-f]{64})(?:;|$)`)

/** Returns the session token that the cookie of the request carries; else `null`. */
export function readSessionCookie({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return TOKEN.exec(headers.cookie ?? '')?.[1] ?? null
}

/** Returns the session that the cookie of the request names; `null` when there is none, or when it has ended. */
export async function findSession(
  context: Pick<Context, 'db'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<UserSession | null> {
  const token = readSessionCookie(request)
  return token === null ? null : await readSession(context, token)
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
  const parts = [
    `${SESSION_COOKIE}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  return (isHttps(request) ? [...parts, 'Secure'] : parts).join('; ')
}

/** A page with https can call only an API with https, also when a proxy ends it. */
const isHttps = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol === 'https' || (headers.origin ?? '').startsWith('https:')
