import { type Dispatcher, Pool } from 'undici'
import { parseCadenceError } from '../decode/classify-transaction-failure.ts'
import { parseNodeJson } from '../decode/parse-json-values.ts'
import {
  NodeBehindError,
  NodeBusyError,
  NodeInvalidResponseError,
  NodeNotFoundError,
  NodeRefusedError,
  NodeResponseTooLargeError,
  NodeUnreachableError,
} from '../errors.ts'
import { type Clock, systemClock } from './clock.ts'

/** Classes of calls that access nodes rate-limit separately. */
type CallKind = 'events' | 'scripts' | 'send' | 'other'

interface NodeCall {
  kind: CallKind
  /** Path below /v1, with its query. */
  path: string
  /** Makes the call a POST of this value as JSON. */
  body?: unknown
  /** Bytes of the response beyond which it is not read. */
  maxBytes?: number
}

export interface NodeClientOptions {
  /** Base of the node's REST API, such as https://rest-testnet.onflow.org, with or without /v1. */
  accessNodeUrl: string
  /** Limits in calls per second. The defaults are what public nodes allow per IP address. */
  eventCallsPerSecond?: number
  scriptCallsPerSecond?: number
  otherCallsPerSecond?: number
  sendCallsPerSecond?: number
  timeoutMs?: number
  /** false disables retries, for callers that retry themselves. */
  retries?: boolean
  /** Aborts every call and every wait with the signal's reason. */
  signal?: AbortSignal
}

export interface NodeClient {
  /**
   * Returns the node's JSON response. Throws `NodeUnreachableError`, `NodeBusyError`,
   * `NodeBehindError` and `NodeInvalidResponseError` after bounded retries, `NodeNotFoundError`,
   * `NodeRefusedError` and `NodeResponseTooLargeError` without retry.
   */
  call(call: NodeCall): Promise<unknown>
}

const TIMEOUT_MS = 15_000

/** Maximum number of connections to the node; further calls wait for one. */
const MAX_CONNECTIONS = 32

/**
 * Creates a client of one access node's REST API that limits its own rate and retries transient
 * failures.
 */
export function createNodeClient(
  options: NodeClientOptions,
  clock: Clock = systemClock,
): NodeClient {
  const address = parseNodeAddress(options.accessNodeUrl)
  const { timeoutMs = TIMEOUT_MS, retries = true, signal } = options
  const connections = new Pool(address.origin, { connections: MAX_CONNECTIONS })
  const buckets = {
    events: createTokenBucket(options.eventCallsPerSecond ?? 30, clock),
    scripts: createTokenBucket(options.scriptCallsPerSecond ?? 5, clock),
    send: createTokenBucket(options.sendCallsPerSecond ?? 50, clock),
    other: createTokenBucket(options.otherCallsPerSecond ?? 100, clock),
  }
  const attempt = async (call: NodeCall): Promise<unknown> => {
    signal?.throwIfAborted()
    await buckets[call.kind].take(signal)
    return await callOnce(call, { address, connections, timeoutMs, signal })
  }
  if (!retries) return { call: attempt }
  return { call: (call) => withRetries(() => attempt(call), clock, signal) }
}

interface NodeAddress {
  /** Path below which the API is; may contain a secret, because some providers put a key in it. */
  basePath: string
  /** Scheme, host and port: the only part of the address that may appear in messages. */
  origin: string
  authorization: string | null
}

/**
 * Splits the URL of an access node. Throws `TypeError`, without the URL in its message, when it is
 * invalid.
 */
export function parseNodeAddress(text: string): NodeAddress {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('the access node needs a URL such as https://rest-testnet.onflow.org')
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    basePath: `${path}/v1`,
    origin: url.origin,
    authorization: credentials === ':' ? null : `Basic ${btoa(credentials)}`,
  }
}

/**
 * Creates a bucket that allows at most `perSecond` calls in any second: a tenth of them is its
 * capacity for bursts and it refills at the remaining rate, so burst and refill together never
 * exceed the limit. `take` resolves when the next call may be sent, in the order of its calls.
 * Throws `RangeError` when the rate is not above 0.
 */
export function createTokenBucket(perSecond: number, clock: Clock) {
  if (!(perSecond > 0))
    throw new RangeError(`a rate must be above 0 calls per second, but is ${perSecond}`)
  const capacity = Math.max(1, Math.floor(perSecond / 10))
  const msPerToken = 1000 / Math.max(perSecond - capacity, perSecond / 2)
  let fullAtMs = clock.nowMs()
  return {
    async take(signal: AbortSignal | undefined): Promise<void> {
      const nowMs = clock.nowMs()
      fullAtMs = Math.max(fullAtMs, nowMs) + msPerToken
      const waitMs = fullAtMs - nowMs - capacity * msPerToken
      if (waitMs > 0) await clock.sleep(waitMs, signal)
    },
  }
}

interface Attempt {
  address: NodeAddress
  connections: Pool
  timeoutMs: number
  signal: AbortSignal | undefined
}

async function callOnce(call: NodeCall, attempt: Attempt): Promise<unknown> {
  const { address, connections, timeoutMs, signal } = attempt
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const { statusCode, headers, body } = await connections.request({
      ...buildRequest(call, address),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    return parseNodeResponse({
      node: address.origin,
      call,
      status: statusCode,
      headers,
      text: await readBody(body, call),
    })
  } catch (error) {
    throw toConnectionError(error, address.origin, timeoutMs)
  }
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
  { path, maxBytes = Number.POSITIVE_INFINITY }: NodeCall,
): Promise<string> {
  if (maxBytes === Number.POSITIVE_INFINITY) return await body.text()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > maxBytes) {
      throw new NodeResponseTooLargeError(
        `The Flow access node's response to ${path} has more than ${maxBytes} bytes.`,
      )
    }
  }
  return Buffer.concat(chunks).toString('utf8')
}

function buildRequest(
  { path, body }: NodeCall,
  { basePath, authorization }: NodeAddress,
): Dispatcher.RequestOptions {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (authorization !== null) headers.authorization = authorization
  const request = { path: basePath + path, headers }
  if (body === undefined) return { ...request, method: 'GET' }
  headers['content-type'] = 'application/json'
  return { ...request, method: 'POST', body: JSON.stringify(body) }
}

const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 5_000
/** A longer wait that the node requests is left to the caller, so that calls do not hang. */
const MAX_RETRY_AFTER_MS = 10_000
const RETRYABLE_ERRORS = [NodeUnreachableError, NodeInvalidResponseError, NodeBehindError]

/**
 * Calls `attempt` up to five times, while it fails with a transient error. Waits between attempts
 * with exponential back-off and full jitter, at least as long as the node requested. Throws the
 * last error.
 */
async function withRetries<T>(
  attempt: () => Promise<T>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (failures === MAX_ATTEMPTS || !isRetryable(error)) throw error
      await clock.sleep(computeDelayMs(failures, error, clock), signal)
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof NodeBusyError) return (error.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS
  return RETRYABLE_ERRORS.some((kind) => error instanceof kind)
}

function computeDelayMs(failures: number, error: unknown, clock: Clock): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  const requestedMs = error instanceof NodeBusyError ? (error.retryAfterMs ?? 0) : 0
  return requestedMs + clock.random() * ceiling
}

interface RawResponse {
  node: string
  call: NodeCall
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

/**
 * Parses a node's response to its JSON value, or throws the error that belongs to it. No other
 * module maps responses to errors.
 */
export function parseNodeResponse(response: RawResponse): unknown {
  const { status } = response
  const body = parseJsonOrUndefined(response.text)
  if (status >= 200 && status < 300) {
    if (body !== undefined) return body
    const excerpt = formatExcerpt(response.text)
    throw new NodeInvalidResponseError(
      `${describeCall(response)} with ${excerpt}, which is not JSON.`,
    )
  }
  const text = getErrorText(body) ?? formatExcerpt(response.text)
  const message = `${describeCall(response)} with ${status}: ${parseCadenceError(text).message}`
  if (status === 404) throw new NodeNotFoundError(message)
  if (MISSING_BLOCKS.test(text)) throw new NodeBehindError(message)
  if (isBusy(response))
    throw new NodeBusyError(message, status, parseRetryAfterMs(response.headers))
  // Half an error is no refusal: what the node objects to is missing.
  if (body === undefined && response.text.trimStart().startsWith('{'))
    throw new NodeInvalidResponseError(message)
  throw new NodeRefusedError(message, status, text)
}

/** Behind a load balancer another node may have them. Source: flow-go `rest/common`. */
const MISSING_BLOCKS = /^(Out of range|Precondition failed): /

/**
 * Returns the error for a failed request: those of the system and of undici have a code. Errors of
 * `parseResponse` are returned unchanged.
 */
function toConnectionError(error: unknown, node: string, timeoutMs: number): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'TimeoutError') {
    return new NodeUnreachableError(
      `The Flow access node at ${node} did not answer within ${timeoutMs / 1000} s.`,
    )
  }
  if (!('code' in error) || typeof error.code !== 'string') return error
  const sentence = `Cannot reach the Flow access node at ${node} (${error.code}).`
  return new NodeUnreachableError(
    `${sentence} Check that it is running and that its address is correct.`,
  )
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseNodeJson(text)
  } catch {
    return undefined
  }
}

/** The `message` of an error's body; `null` for a body without one. */
function getErrorText(body: unknown): string | null {
  const isRecord = typeof body === 'object' && body !== null && 'message' in body
  return isRecord && typeof body.message === 'string' ? body.message : null
}

/**
 * For an invalid transaction real nodes answer 400, but an emulator 500. Of these 500s only two are
 * transient: an emulator that is executing a block, and a real node that fails to forward or store
 * the transaction.
 */
function isBusy({ call, status, text }: RawResponse): boolean {
  if (status === 500 && call.kind === 'send' && text.includes('Invalid Flow request')) {
    return /pending block with ID|failed to (send|store)/.test(text)
  }
  return status === 408 || status === 429 || status >= 500
}

/** Milliseconds of a Retry-After header, in seconds or as an HTTP date; `null` when there is none. */
function parseRetryAfterMs(headers: RawResponse['headers']): number | null {
  const value = headers['retry-after']
  if (typeof value !== 'string') return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function describeCall({ node, call }: RawResponse): string {
  const method = call.body === undefined ? 'GET' : 'POST'
  return `The Flow access node at ${node} answered ${method} /v1${call.path}`
}

function formatExcerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? 'nothing' : `'${line.length > 120 ? `${line.slice(0, 120)}…` : line}'`
}
