import type { Route, RouteRequest, RouteResponse } from '@app/api/routes/route.ts'
import { buildSuccessSchema, FailureSchema } from '@app/api/schemas/envelope.ts'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { checkAddresses } from '../input/check-addresses.ts'

type Handler<R extends Route> = (
  input: RouteRequest<R>,
  request: FastifyRequest,
) => Promise<RouteResponse<R>> | RouteResponse<R>

/** A call that waits for the chain ends by itself at the limit; this is for what it does besides. */
const GRACE_MS = 2_000

/** Serves `route`: its inputs are checked, and its answer takes the shape that it declares. */
export function mountRoute<R extends Route>(
  api: Pick<Api, 'app' | 'context' | 'limits'>,
  { route, config = {} }: { route: R; config?: FastifyContextConfig },
  handler: Handler<R>,
): void {
  const { network } = api.context.config
  api.app.route({
    method: route.method,
    url: route.url,
    schema: {
      ...toFastifySchemas(route),
      response: {
        '2xx': buildSuccessSchema(route.data),
        '4xx': FailureSchema,
        '5xx': FailureSchema,
      },
    },
    config,
    handlerTimeout: api.limits.responseTimeoutMs + (route.mayBeAccepted ? GRACE_MS : 0),
    handler: async (request, reply) => {
      checkAddresses(route, request, network)
      const { isAccepted = false, ...answer } = await handler(toRouteRequest<R>(request), request)
      if (isAccepted) reply.code(202)
      return answer
    },
  })
}

/** Checks the inputs of a route that cannot do its work yet, and answers 501 with its sentence. */
export function mountNotImplemented(
  api: Pick<Api, 'app' | 'context' | 'limits'>,
  route: Route,
): void {
  mountRoute(api, { route }, () => {
    throw new ApiFailure(
      'not_available_yet',
      route.notImplementedMessage ? { message: route.notImplementedMessage } : {},
    )
  })
}

const NO_PARAMETERS = Type.Object({})

/** A route's schemas by the names that Fastify knows them by. */
export function toFastifySchemas({ params, query, body }: Route) {
  return {
    ...(params && { params }),
    querystring: query ?? NO_PARAMETERS,
    ...(body && { body }),
  }
}

/** What the route's schemas let through is what its types say. */
function toRouteRequest<R extends Route>({ params, query, body }: FastifyRequest): RouteRequest<R> {
  return { params, query, body } as RouteRequest<R>
}
