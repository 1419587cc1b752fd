import type { Route, RouteData, RouteRequest, RouteResponse } from '@app/api/routes/route.ts'
import { buildSuccessSchema, FailureSchema } from '@app/api/schemas/envelope.ts'
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
} from 'fastify'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { findUnknownFieldFailure } from '../input/to-input-failure.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { findSession } from '../users/session-cookie.ts'
import type { UserSession } from '../users/write-session.ts'
import { MAX_BODY_BYTES, MAX_EMPTY_BODY_BYTES } from './limits.ts'
import { formatCursor, parseCursor, toPage } from './list-cursor.ts'
import { requireOwnOrigin } from './origins.ts'
import { buildRateLimit } from './plugins.ts'

/** The inputs of a route, and the session of one that needs it. */
type HandlerInput<R extends Route> = RouteRequest<R> &
  (R extends { auth: 'session' } ? { session: UserSession } : unknown)

type Handler<R extends Route, Answer> = (
  input: HandlerInput<R>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer> | Answer

type MountingApi = Pick<Api, 'app' | 'context' | 'limits' | 'node'>

interface MountedRoute<R extends Route> {
  route: R
  /** Instead of the limit of writes, which every route has that is no GET. */
  config?: FastifyContextConfig
  /** Returns a body that can be sent before the inputs of the request are looked at, which takes as long as all the rest. */
  early?: (request: FastifyRequest, reply: FastifyReply) => Buffer | string | null
}

/** Mounts `route`: validates its inputs and serializes its response as its schemas declare. */
export function mountRoute<R extends Route>(
  api: MountingApi,
  mounted: MountedRoute<R>,
  handler: Handler<R, RouteResponse<R>>,
): void {
  addRoute(api, mounted, async (input, request, reply) => {
    const response = await handler(input, request, reply)
    return toBody(mounted.route, response, { request, reply })
  })
}

/** Like `mountRoute`, for a handler whose response may also be the body as JSON text, compressed or not. */
export function mountSerializedRoute<R extends Route>(
  api: MountingApi,
  mounted: MountedRoute<R>,
  handler: Handler<R, RouteResponse<R> | string | Buffer>,
): void {
  addRoute(api, mounted, async (input, request, reply) => {
    const response = await handler(input, request, reply)
    if (typeof response !== 'string' && !Buffer.isBuffer(response)) {
      return toBody(mounted.route, response, { request, reply })
    }
    return reply.type(JSON_TYPE).send(response)
  })
}

/** Mounts `route`, whose data is answered with the latest indexed block. */
export function mountData<R extends Route>(
  api: MountingApi,
  route: R,
  load: Handler<R, RouteData<R>>,
): void {
  mountRoute(api, { route }, async (...request) => ({
    data: await load(...request),
    meta: await loadResponseMeta(api),
  }))
}

interface List<R extends Route, Row> {
  defaultLimit: number
  /** Reads up to `limit` rows, of which the first follows the place where an earlier page ended. */
  read(input: HandlerInput<R>, page: { limit: number; place: string | undefined }): Promise<Row[]>
  /** Returns the place of a row in the list. */
  getPlace(row: Row): string | number
  toEntry(row: Row): Static<R['data']> extends readonly (infer Entry)[] ? Entry : never
  /** Whether the latest indexed block is answered too: yes unless this says no. */
  hasBlock?: boolean
}

export function mountList<R extends Route, Row>(
  api: MountingApi,
  route: R,
  { defaultLimit, read, getPlace, toEntry, hasBlock = true }: List<R, Row>,
): void {
  mountRoute(api, { route }, async (input) => {
    const { limit = defaultLimit, cursor } = input.query as unknown as {
      limit?: number
      cursor?: string
    }
    const rows = await read(input, { limit: limit + 1, place: cursor })
    const { page, nextCursor } = toPage(rows, limit, getPlace)
    const block = hasBlock ? await loadResponseMeta(api) : {}
    return { data: page.map(toEntry) as RouteData<R>, meta: { ...block, ...nextCursor } }
  })
}

/** Returns the body of a response, its cursor bound to the list; status 202 says that it is accepted only. */
function toBody<R extends Route>(
  route: R,
  response: RouteResponse<R>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { isAccepted = false, ...body } = response
  if (isAccepted) reply.code(202)
  const place = body.meta?.nextCursor
  if (place === undefined) return body
  return { ...body, meta: { ...body.meta, nextCursor: formatCursor(route, request, place) } }
}

function addRoute<R extends Route>(
  api: MountingApi,
  { route, config, early }: MountedRoute<R>,
  handle: Handler<R, Promise<unknown>>,
): void {
  const { network } = api.context.config
  api.app.route({
    method: route.method,
    url: route.url,
    schema: {
      ...toFastifySchemas(route),
      response: {
        ...(route.acceptedData && { 202: buildSuccessSchema(route.acceptedData) }),
        '2xx': buildSuccessSchema(route.data),
        '4xx': FailureSchema,
        '5xx': FailureSchema,
      },
    },
    config: config ?? (route.method === 'GET' ? {} : buildRateLimit(api.limits.writesPerMinute)),
    ...(early && { preParsing: buildEarlyHook(early) }),
    bodyLimit: route.body === undefined ? MAX_EMPTY_BODY_BYTES : MAX_BODY_BYTES,
    handlerTimeout:
      api.limits.responseTimeoutMs + (route.mayBeAccepted ? api.limits.acceptanceMs : 0),
    handler: async (request, reply) => {
      if (route.body === undefined) requireNoBody(request)
      readCursor(route, request)
      checkAddresses(route, request, network)
      return await handle(await readInput<R>(api, route, request), request, reply)
    },
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Runs after the limits of requests. */
const buildEarlyHook =
  (early: NonNullable<MountedRoute<Route>['early']>): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const body = early(request, reply)
    if (body === null) done(null, payload)
    else reply.type(JSON_TYPE).send(body)
  }

function readCursor(route: Route, request: FastifyRequest): void {
  const query = request.query as { cursor?: string }
  if (query.cursor !== undefined) query.cursor = parseCursor(route, request, query.cursor)
}

/** Throws `ApiFailure` for a body where none is asked for; an empty object and null are no body. */
function requireNoBody({ body }: FastifyRequest): void {
  if (Array.isArray(body) || typeof (body ?? {}) !== 'object') {
    throw new ApiFailure('invalid_request', { message: 'This call takes no body: send none.' })
  }
  const failure = findUnknownFieldFailure(
    { properties: {} },
    body,
    'a field of this call, which takes no body',
  )
  if (failure !== null) throw failure
}

const NO_PARAMETERS = Type.Object({})

export function toFastifySchemas({ params, query, body }: Route) {
  return {
    ...(params && { params }),
    querystring: query ?? NO_PARAMETERS,
    ...(body && { body }),
  }
}

/**
 * Returns the inputs with the types of the route's schemas, which have validated them. Throws `not_signed_in` when the
 * route needs a session and there is none, and `origin_refused` when it writes for a page of another website.
 */
async function readInput<R extends Route>(
  { context }: MountingApi,
  route: R,
  request: FastifyRequest,
): Promise<HandlerInput<R>> {
  const { params, query, body } = request
  if (route.auth !== 'session') return { params, query, body } as HandlerInput<R>
  if (route.method !== 'GET') requireOwnOrigin(request, context.config.api.webOrigins)
  const session = await findSession(context, request)
  if (session === null) throw new ApiFailure('not_signed_in')
  return { params, query, body, session } as HandlerInput<R>
}
