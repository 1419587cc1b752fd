import type { FastifyRequest } from 'fastify'
import { ApiFailure } from '../../failures/api-failure.ts'

/**
 * Throws `ApiFailure` for a prefetch and for a request from another website. For calls that cost
 * money. `webOrigins` are the allowed origins.
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

/**
 * Returns whether the request comes from another site. `Sec-Fetch-Site` is missing on insecure
 * connections and in some browsers; `Origin` is sent with every POST of a page.
 */
function isCrossSite({ 'sec-fetch-site': site, origin, host }: FastifyRequest['headers']): boolean {
  if (site !== undefined) return site === 'cross-site'
  return origin !== undefined && URL.parse(origin)?.host !== host
}
