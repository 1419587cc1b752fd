import type { Static, TSchema } from 'typebox'
import type { Meta } from '../schemas/envelope.ts'
import type { FailureCode } from './failures.ts'

type Tag =
  | 'Score'
  | 'Accounts'
  | 'Agent'
  | 'Actions'
  | 'Governance'
  | 'Cases'
  | 'Messages'
  | 'Session'
  | 'Alerts'
  | 'Reference'
  | 'Operations'

/** Format of a response body: the envelope in JSON, server-sent events, or plain text. */
type ContentType = 'application/json' | 'text/event-stream' | 'text/plain' | 'text/calendar'

/**
 * What the cookie of a session is to a route: `session` where it refuses a request without one, and a write from a
 * foreign origin; `optional_session` where a log-in makes a difference; `log_in` where the answer sets the cookie.
 * Clients send cookies only to routes with one of these; a route without any can be read by every website.
 */
type RouteAuth = 'session' | 'optional_session' | 'log_in'

/** One route of the API, as the server, the client and the reference use it. */
export interface Route {
  /** Stable name of the route, unique, in camelCase. */
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for each parameter. */
  url: `/${string}`
  tag: Tag
  summary: string
  description?: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Shape of `data` in a success; of one event for an event stream. */
  data: TSchema
  /**
   * Example of a request body in the reference; examples of responses are recorded
   * (openapi/examples.generated.ts).
   */
  bodyExample?: unknown
  /** Example of `data`, for a route whose responses cannot be recorded: it needs a signature or a cookie. */
  dataExample?: unknown
  /** `application/json` when absent. */
  contentType?: ContentType
  /** Failures in addition to those that every route of its kind can return. */
  failures?: readonly FailureCode[]
  /** It may return 202 with the same shape: sent, but not yet sealed and indexed at the timeout. */
  mayBeAccepted?: true
  /** Shape of `data` with status 202, where it cannot be the same. */
  acceptedData?: TSchema
  auth?: RouteAuth
  /** A success has an ETag, and is 304 without a body when the request names it in If-None-Match. */
  hasEntityTag?: true
}

type Common = Pick<Route, 'tag' | 'auth'>
type Definitions = Readonly<Record<string, Omit<Route, 'operationId' | 'tag'> & Partial<Common>>>

/** Returns routes with their names and what they have in common, in literal types, so that `call` can infer its types. */
export function defineRoutes<const C extends Common, const D extends Definitions>(
  common: C,
  definitions: D,
) {
  const routes = Object.entries(definitions).map(([operationId, route]) => [
    operationId,
    { operationId, ...common, ...route },
  ])
  return Object.fromEntries(routes) as {
    readonly [Name in keyof D]: D[Name] & Omit<C, keyof D[Name]> & { operationId: Name & string }
  }
}

type Part = 'params' | 'query' | 'body'

type RoutePart<R extends Route, P extends Part> =
  R extends Record<P, infer S extends TSchema> ? Static<S> : undefined

type InputPart<R extends Route, P extends Part> =
  R extends Record<P, infer S extends TSchema>
    ? object extends Static<S>
      ? { [K in P]?: Static<S> }
      : { [K in P]: Static<S> }
    : { [K in P]?: undefined }

/** `params`, `query` and `body` as a caller of the route passes them. */
export type RouteInput<R extends Route> = InputPart<R, 'params'> &
  InputPart<R, 'query'> &
  InputPart<R, 'body'>

/** `params`, `query` and `body` as the server's handler receives them. */
export interface RouteRequest<R extends Route> {
  params: RoutePart<R, 'params'>
  query: RoutePart<R, 'query'>
  body: RoutePart<R, 'body'>
}

type AcceptedData<R extends Route> = R extends { acceptedData: infer S extends TSchema }
  ? Static<S>
  : never

/** `data` in a success of the route; with status 202 that of `acceptedData`, where it has one. */
export type RouteData<R extends Route> = Static<R['data']> | AcceptedData<R>

/** A success of the route. */
export interface RouteResponse<R extends Route> {
  data: RouteData<R>
  meta?: Meta
  /** True for status 202: sent to the chain, but not yet sealed and indexed. */
  isAccepted?: boolean
}
