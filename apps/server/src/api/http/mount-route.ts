import type { Route, RouteRequest, RouteResponse } from '@app/api/routes/route.ts'
import { buildSuccessSchema, FailureSchema } from '@app/api/schemas/envelope.ts'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { MAX_BODY_BYTES, MAX_EMPTY_BODY_BYTES } from '../limits/limits.ts'
import { answerOnce } from './answer-once.ts'

type Handler<R extends Route, Answer> = (
  input: RouteRequest<R>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer> | Answer

type MountingApi = Pick<Api, 'app' | 'context' | 'limits'>

interface MountedRoute<R extends Route> {
  route: R
  config?: FastifyContextConfig
}

/** Mounts `route`: validates its inputs and serializes its response as its schemas declare. */
export function mountRoute<R extends Route>(
  api: MountingApi,
  mounted: MountedRoute<R>,
  handler: Handler<R, RouteResponse<R>>,
): void {
  addRoute(api, mounted, async (request, reply) => {
    const run = async () => await handler(toRouteRequest<R>(request), request, reply)
    const response = mounted.route.takesIdempotencyKey
      ? await answerOnce<R>(api, request, run)
      : await run()
    return toBody(response, reply)
  })
}

/** Like `mountRoute`, for a handler whose response may also be the body as JSON text, compressed or not. */
export function mountSerializedRoute<R extends Route>(
  api: MountingApi,
  mounted: MountedRoute<R>,
  handler: Handler<R, RouteResponse<R> | string | Buffer>,
): void {
  addRoute(api, mounted, async (request, reply) => {
    const response = await handler(toRouteRequest<R>(request), request, reply)
    if (typeof response !== 'string' && !Buffer.isBuffer(response)) return toBody(response, reply)
    return reply.type('application/json; charset=utf-8').send(response)
  })
}

/** Returns the body of a response; status 202 says that it is accepted only. */
function toBody<R extends Route>(response: RouteResponse<R>, reply: FastifyReply) {
  const { isAccepted = false, ...body } = response
  if (isAccepted) reply.code(202)
  return body
}

function addRoute<R extends Route>(
  api: MountingApi,
  { route, config = {} }: MountedRoute<R>,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
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
    config,
    bodyLimit: route.body === undefined ? MAX_EMPTY_BODY_BYTES : MAX_BODY_BYTES,
    handlerTimeout:
      api.limits.responseTimeoutMs + (route.mayBeAccepted ? api.limits.acceptanceMs : 0),
    handler: async (request, reply) => {
      checkAddresses(route, request, network)
      return await handle(request, reply)
    },
  })
}

/** Mounts a route that validates its inputs and then responds with 501 and its message. */
export function mountNotImplemented(api: MountingApi, route: Route): void {
  mountRoute(api, { route }, () => {
    throw new ApiFailure(
      'not_available_yet',
      route.notImplementedMessage ? { message: route.notImplementedMessage } : {},
    )
  })
}

const NO_PARAMETERS = Type.Object({})

/** Returns a route's schemas under Fastify's names. */
export function toFastifySchemas({ params, query, body }: Route) {
  return {
    ...(params && { params }),
    querystring: query ?? NO_PARAMETERS,
    ...(body && { body }),
  }
}

/** Returns the inputs with the types of the route's schemas, which have validated them. */
function toRouteRequest<R extends Route>({ params, query, body }: FastifyRequest): RouteRequest<R> {
  return { params, query, body } as RouteRequest<R>
}
