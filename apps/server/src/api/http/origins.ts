import { ROUTES } from '@app/api/routes/routes.ts'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'
import { REQUEST_ID_HEADER } from './observe-requests.ts'
import { toPathPattern } from './reject-unknown-routes.ts'

const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']

const COMMON: FastifyCorsOptions = {
  allowedHeaders: ['content-type', 'last-event-id'],
  exposedHeaders: ['retry-after', 'etag', REQUEST_ID_HEADER, ...RATE_HEADERS].join(', '),
  maxAge: 7_200,
  strictPreflight: false,
}

const READ_METHODS = ['GET', 'HEAD']

/**
 * Lets pages of any origin read, without credentials. Only pages of `webOrigins` may write and use the
 * session, with credentials.
 */
export async function registerCors(
  app: FastifyInstance,
  webOrigins: readonly string[],
): Promise<void> {
  const open: FastifyCorsOptions = { ...COMMON, origin: '*', methods: READ_METHODS }
  const own: FastifyCorsOptions = {
    ...COMMON,
    origin: [...webOrigins],
    credentials: true,
    methods: [...READ_METHODS, 'POST', 'PUT', 'DELETE'],
  }
  await app.register(cors, {
    delegator: (request: FastifyRequest, done) => done(null, isOpenRead(request) ? open : own),
  })
}

/** What has to do with the session is read with its cookie; everything else that is read can be read by everybody. */
function isOpenRead({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'OPTIONS')
    return READ_METHODS.includes(method) && !SESSION_READS.has(routeOptions.url ?? '')
  const wanted = headers['access-control-request-method']
  const isRead = wanted === undefined || READ_METHODS.includes(wanted)
  return isRead && !SESSION_PATHS.some((pattern) => pattern.test(url.split('?')[0] ?? ''))
}

const SESSION_READS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ method, auth }) => method === 'GET' && auth !== undefined).map(({ url }) => url),
)
const SESSION_PATHS = [...SESSION_READS].map(toPathPattern)

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

/**
 * Throws `ApiFailure` for a prefetch and for a request from another website. For calls that cost
 * money. `webOrigins` are the allowed origins.
 */
export function requireDeliberateRequest(
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
