import type { Route } from '@app/api/route.ts'
import { urlOf } from '@app/api/route-url.ts'
import type { InjectOptions } from 'fastify'
import { person } from '../../testing/ledger.ts'

/** An account of the test network. */
export const SOMEBODY = person(1)

/** A request that the route accepts. */
export function goodRequest(route: Route): InjectOptions & { url: string } {
  const params = { address: SOMEBODY, id: '1' }
  const request = { method: route.method, url: urlOf(route, { params }) }
  if (route.body === undefined) return request
  return { ...request, payload: route.bodyExample as object }
}

/** The route's good request with another body. */
export const withBody = (route: Route, body: string, contentType = 'application/json') => ({
  ...goodRequest(route),
  payload: body,
  headers: { 'content-type': contentType },
})
