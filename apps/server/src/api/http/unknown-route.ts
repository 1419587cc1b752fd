import type { Route } from '@app/api/route.ts'
import { ROUTES } from '@app/api/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from './api-failure.ts'

interface Place {
  pattern: RegExp
  methods: string[]
}

/**
 * Refuses a request that meets no route, before its body is read: 405 with the methods that its path
 * takes, 404 when the path takes none. Such requests count against the visitor's budget too.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const places = placesOf()
  const limit = app.rateLimit()
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    await limit.call(app, request, reply)
    throw refusalOf(request, places)
  })
}

function refusalOf({ method, url }: FastifyRequest, places: readonly Place[]): ApiFailure {
  const [path = ''] = url.split('?')
  const place = places.find(({ pattern }) => pattern.test(path))
  if (place === undefined) {
    const message = `There is no call ${method} ${excerpt(path)}. /docs lists every call of this API.`
    return new ApiFailure('route_not_found', { message })
  }
  const allow = place.methods.join(', ')
  const message = `${excerpt(path)} does not take ${method}, but ${allow}.`
  return new ApiFailure('method_not_allowed', { message, headers: { allow } })
}

function placesOf(): Place[] {
  const byUrl = Map.groupBy(ROUTES, ({ url }) => url)
  const served = [...byUrl].map(([url, routes]) => ({
    pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}/?$`),
    methods: routes.flatMap((route) => methodsOf(route)),
  }))
  const documents = {
    pattern: /^\/(openapi\.json|docs(\/.*)?)$/,
    methods: ['GET', 'HEAD', 'OPTIONS'],
  }
  return [...served, documents]
}

/** A GET that is not a stream answers HEAD as well. */
function methodsOf({ method, medium }: Route): string[] {
  const hasHead = method === 'GET' && medium !== 'text/event-stream'
  return hasHead ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS']
}

const excerpt = (path: string) => (path.length > 100 ? `${path.slice(0, 100)}…` : path)
