import { REQUEST_TIMEOUT_MS } from '@app/values/limits.ts'
import type { Route, RouteData, RouteInput, RouteResponse } from '../routes/route.ts'
import { ApiError } from '../schemas/api-error.ts'
import { buildUrl, type UrlInput } from './build-url.ts'
import { parseResponse } from './parse-response.ts'

export interface ClientOptions {
  /** Origin of the API, such as http://localhost:3001. */
  baseUrl: string
  /** Milliseconds until a call without a response fails; 30,000 when absent. */
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

type CallArguments<R extends Route> =
  object extends RouteInput<R>
    ? [input?: RouteInput<R>, signal?: AbortSignal]
    : [input: RouteInput<R>, signal?: AbortSignal]

export interface ApiClient {
  /**
   * Returns `data` of the response. Throws `ApiError` on every failure, also when there is no
   * response.
   */
  call<R extends Route>(route: R, ...args: CallArguments<R>): Promise<RouteData<R>>
  /** Returns the whole response: `data` and `meta`. Throws `ApiError` like `call`. */
  callWithMeta<R extends Route>(route: R, ...args: CallArguments<R>): Promise<RouteResponse<R>>
}

/** Creates a client of the API at `baseUrl`, for browsers and Node. */
export function createClient(options: ClientOptions): ApiClient {
  async function callWithMeta<R extends Route>(route: R, ...[input, signal]: CallArguments<R>) {
    return (await sendRequest(options, route, { ...input, signal })) as RouteResponse<R>
  }
  return { callWithMeta, call: async (route, ...args) => (await callWithMeta(route, ...args)).data }
}

interface RequestInput extends UrlInput {
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

async function sendRequest(
  options: ClientOptions,
  route: Route,
  input: RequestInput,
): Promise<unknown> {
  const { baseUrl, timeoutMs = REQUEST_TIMEOUT_MS, fetch = globalThis.fetch } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = input.signal ? AbortSignal.any([timeout, input.signal]) : timeout
  try {
    const request = { ...buildRequest(route, input), signal }
    const response = await fetch(new URL(buildUrl(route, input), baseUrl), request)
    return await parseResponse(response, route)
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (timeout.aborted) throw createTimeoutError(timeoutMs)
    throw input.signal?.aborted ? createCancelledError() : createUnreachableError()
  }
}

function buildRequest(route: Route, { body, idempotencyKey }: RequestInput): RequestInit {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  const request = { method: route.method, headers, ...buildCredentials(route) }
  return body === undefined ? request : { ...request, body: JSON.stringify(body) }
}

/** Reads are open to any page, without credentials; only what needs the session gets its cookie. */
const buildCredentials = ({ tag }: Route): RequestInit =>
  tag === 'Session' || tag === 'Alerts' ? { credentials: 'include' } : {}

const createTimeoutError = (timeoutMs: number) =>
  new ApiError({
    status: 0,
    code: 'timeout',
    message: `The server did not answer within ${timeoutMs / 1000} seconds. Try again.`,
  })

const createCancelledError = () =>
  new ApiError({ status: 0, code: 'cancelled', message: 'The request was cancelled.' })

const createUnreachableError = () =>
  new ApiError({
    status: 0,
    code: 'server_unreachable',
    message: 'The server cannot be reached. Check your connection and try again.',
  })
