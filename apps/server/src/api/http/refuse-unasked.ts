import type { FastifyRequest } from 'fastify'
import { ApiFailure } from './api-failure.ts'

/**
 * Refuses a request that nobody in front of our own app made, for calls that cost money: browsers that
 * fetch ahead, and pages of other websites. `webOrigins` are our own, wherever they are.
 */
export function refuseUnasked(
  { headers }: Pick<FastifyRequest, 'headers'>,
  webOrigins: readonly string[],
): void {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']]
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')))) {
    throw new ApiFailure('prefetch_refused')
  }
  const isOurs = headers.origin !== undefined && webOrigins.includes(headers.origin)
  if (headers['sec-fetch-site'] === 'cross-site' && !isOurs) {
    throw new ApiFailure('cross_site_refused')
  }
}
