import { REQUEST_TIMEOUT_MS } from '@app/values/limits.ts'
import type { FailureCode } from '../routes/failures.ts'
import type { Route, RouteData, RouteInput, RouteResponse } from '../routes/route.ts'
import { SentSchema } from '../schemas/action.ts'
import { type Meta, MetaSchema } from '../schemas/envelope.ts'
import { readAs } from './read-as.ts'

/** Codes of failures that the client detects: no response, or one that cannot be read. */
type ClientFailureCode = 'server_unreachable' | 'timeout' | 'cancelled' | 'unreadable_answer'

/** A failed call. `message` is a sentence for users; `status` is 0 when there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: FailureCode | ClientFailureCode | (string & {})
  readonly details: unknown

  constructor(failure: { status: number; code: string; message: string; details?: unknown }) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details
  }
}

export interface ClientOptions {
  /** Origin of the API, such as http://localhost:3001. */
  baseUrl: string
  /** Milliseconds until a call without a response fails; 30,000 when absent. */
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
  /** Called for each row of a list of an answer that is left out, because it cannot be read. */
  onUnreadableRow?: (route: Pick<Route, 'method' | 'url'>, row: unknown) => void
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
  signal?: AbortSignal | undefined
}

/** What a client reads of a route. A built web app has these fields alone, and the shapes of the answers. */
export const CLIENT_ROUTE_FIELDS = [
  'operationId',
  'method',
  'url',
  'auth',
  'mayBeAccepted',
] as const satisfies (keyof Route)[]

type ClientRoute = Pick<Route, (typeof CLIENT_ROUTE_FIELDS)[number] | 'data' | 'acceptedData'>

async function sendRequest(
  options: ClientOptions,
  route: ClientRoute,
  input: RequestInput,
): Promise<unknown> {
  const { baseUrl, timeoutMs = REQUEST_TIMEOUT_MS, fetch = globalThis.fetch } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = input.signal ? AbortSignal.any([timeout, input.signal]) : timeout
  try {
    const request = { ...buildRequest(route, input), signal }
    const response = await fetch(new URL(buildUrl(route, input), baseUrl), request)
    return await parseResponse(response, route, options)
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (timeout.aborted) throw createTimeoutError(timeoutMs)
    throw input.signal?.aborted ? createCancelledError() : createUnreachableError()
  }
}

function buildRequest(
  route: Pick<ClientRoute, 'method' | 'auth'>,
  { body }: RequestInput,
): RequestInit {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const request = { method: route.method, headers, ...buildCredentials(route) }
  return body === undefined ? request : { ...request, body: JSON.stringify(body) }
}

/** Reads are open to any page, without credentials; only what has to do with the session gets its cookie. */
const buildCredentials = ({ auth }: Pick<ClientRoute, 'auth'>): RequestInit =>
  auth === undefined ? {} : { credentials: 'include' }

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

interface UrlInput {
  params?: unknown
  query?: unknown
}

/** Path and query of a call, each value percent-encoded; undefined query values are omitted. */
export function buildUrl(route: Pick<Route, 'url'>, input: UrlInput = {}): string {
  const params = stringifyValues(input.params)
  const path = route.url.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(stringifyValues(input.query)).toString()
  return query === '' ? path : `${path}?${query}`
}

function stringifyValues(values: unknown): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

interface ParsedResponse {
  data: unknown
  meta?: Meta
  /** True for status 202. */
  isAccepted?: boolean
}

/**
 * Reads the body of a success of a route. Throws `ApiError` for every other response, also for a success whose data
 * cannot be read, and for a list of which no row can.
 */
async function parseResponse(
  response: Response,
  route: ClientRoute,
  { onUnreadableRow }: ClientOptions,
): Promise<ParsedResponse> {
  const body = parseJsonOrUndefined(await response.text())
  if (!response.ok) throw toApiError(response.status, body)
  const isAccepted = response.status === 202
  const shape = (isAccepted && route.acceptedData) || route.data
  const sent = isRecord(body) ? body.data : undefined
  const data =
    readAs(shape, sent, (row) => onUnreadableRow?.(route, row)) ??
    // All that is fixed of the answer to such a write.
    (isRecord(body) && isSending(route) ? readAs(SentSchema, sent ?? {}) : undefined)
  if (!isRecord(body) || data === undefined || isEmptied(data, sent)) {
    throw createUnreadableError(response.status)
  }
  const meta = readAs(MetaSchema, body.meta)
  return { data, ...(meta && { meta }), ...(isAccepted && { isAccepted }) }
}

/** Whether a call writes by a transaction. */
const isSending = ({ method, mayBeAccepted }: ClientRoute) => mayBeAccepted && method !== 'GET'

const isEmptied = (data: unknown, sent: unknown) =>
  Array.isArray(data) && data.length === 0 && Array.isArray(sent) && sent.length > 0

function toApiError(status: number, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.message !== 'string') return createUnreadableError(status)
  const code = typeof body.code === 'string' ? body.code : 'unreadable_answer'
  return new ApiError({ status, code, message: body.message, details: body.details })
}

const createUnreadableError = (status: number) =>
  new ApiError({
    status,
    code: 'unreadable_answer',
    message: `The response of the server cannot be read (status ${status}). Try again later.`,
  })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
