import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { cutToUnits } from '@app/values/cut-text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'

interface RoutePattern {
  pattern: RegExp
  methods: string[]
}

/**
 * Rejects a request that matches no route before its body is read: 405 with the allowed methods
 * when the path exists, otherwise 404. Such requests count towards the client's rate limit.
 */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  const patterns = listRoutePatterns()
  const limit = app.rateLimit()
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    await limit.call(app, request, reply)
    throw buildRejection(request, patterns)
  })
}

function buildRejection(
  { method, url }: FastifyRequest,
  patterns: readonly RoutePattern[],
): ApiFailure {
  const [path = ''] = url.split('?')
  const match = patterns.find(({ pattern }) => pattern.test(path))
  if (match === undefined) {
    const message = `There is no call ${method} ${truncatePath(path)}. /docs lists every call of this API.`
    return new ApiFailure('route_not_found', { message })
  }
  const allow = match.methods.join(', ')
  const message = `${truncatePath(path)} does not take ${method}, but ${allow}.`
  return new ApiFailure('method_not_allowed', { message, headers: { allow } })
}

function listRoutePatterns(): RoutePattern[] {
  const byUrl = Map.groupBy(ROUTES, ({ url }) => url)
  const served = [...byUrl].map(([url, routes]) => ({
    pattern: toPathPattern(url),
    methods: [...new Set(routes.flatMap(listMethods))],
  }))
  const documents = {
    pattern: /^\/(openapi\.json|docs(\/.*)?)$/,
    methods: ['GET', 'HEAD', 'OPTIONS'],
  }
  return [...served, documents]
}

/** Returns the pattern of the paths of a route, with or without a slash at the end. */
export const toPathPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}/?$`)

/** Lists the methods of a route; a GET route that is not a stream also responds to HEAD. */
function listMethods({ method, contentType }: Route): string[] {
  const hasHead = method === 'GET' && contentType !== 'text/event-stream'
  return hasHead ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS']
}

const truncatePath = (path: string) => (path.length > 100 ? `${cutToUnits(path, 100)}…` : path)
