import type { FastifyRequest } from 'fastify'
import { ApiFailure } from '../../failures/api-failure.ts'

/**
 * Throws `ApiFailure` when a page of a website that is not configured sent the request. Programs send
 * no `Origin`; browsers send it with every write.
 */
export function requireOwnOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  webOrigins: readonly string[],
): void {
  const { origin } = headers
  const isForeign =
    origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !webOrigins.includes(origin)
  if (isForeign) throw new ApiFailure('origin_refused')
}
