import type { FastifyRequest } from 'fastify'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Refuses a request that nobody in front of our own app made, for calls that cost money: browsers that
 * fetch ahead, and pages of other websites. `webOrigins` are our own, wherever they are.
 */
export function rejectCrossSite(
  { headers }: Pick<FastifyRequest, 'headers'>,
  webOrigins: readonly string[],
): void {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']]
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')))) {
    throw new ApiFailure('prefetch_refused')
  }
  const isOwnOrigin = headers.origin !== undefined && webOrigins.includes(headers.origin)
  if (isCrossSite(headers) && !isOwnOrigin) throw new ApiFailure('cross_site_refused')
}

/** Browsers name the site only where they trust the connection, and some never do; pages that send name their origin. */
function isCrossSite({ 'sec-fetch-site': site, origin, host }: FastifyRequest['headers']): boolean {
  if (site !== undefined) return site === 'cross-site'
  return origin !== undefined && URL.parse(origin)?.host !== host
}
