import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from '../../telemetry/request-ids.ts'

const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']

const COMMON: FastifyCorsOptions = {
  allowedHeaders: ['content-type', 'last-event-id', 'idempotency-key'],
  exposedHeaders: ['retry-after', 'etag', REQUEST_ID_HEADER, ...RATE_HEADERS],
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

/** What belongs to a logged-in wallet is read with its cookie. */
const OWN_PATHS = /^\/v1\/(session|watch|inbox|webhooks)([/?]|$)/

/** Everything that is read can be read by everybody, except what belongs to a wallet. */
function isOpenRead({ method, url, headers }: FastifyRequest): boolean {
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method
  const isRead = wanted === undefined || READ_METHODS.includes(wanted)
  return isRead && !OWN_PATHS.test(url)
}
