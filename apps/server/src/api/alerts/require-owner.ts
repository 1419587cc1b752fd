import type { Address } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { requireOwnOrigin } from '../http/origins/require-own-origin.ts'
import { readSessionCookie } from '../http/session-cookie.ts'
import { readSession } from '../users/write-session.ts'

/** Returns the wallet that is logged in. Throws `not_signed_in`. */
export async function requireOwner({ context }: Api, request: FastifyRequest): Promise<Address> {
  const token = readSessionCookie(request)
  const session = token === null ? null : await readSession(context, token)
  if (session === null) throw new ApiFailure('not_signed_in')
  return session.address
}

/** Like `requireOwner`, for a request that changes something. Throws `origin_refused` too. */
export async function requireWritingOwner(api: Api, request: FastifyRequest): Promise<Address> {
  requireOwnOrigin(request, api.context.config.api.webOrigins)
  return await requireOwner(api, request)
}
