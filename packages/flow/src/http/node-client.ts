import { type Dispatcher, Pool } from 'undici'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import type { NodeAddress } from './node-address.ts'
import { parseNodeAddress } from './node-address.ts'
import type { NodeCall } from './node-call.ts'
import { parseResponse, toConnectionError } from './parse-response.ts'
import { createTokenBucket } from './token-bucket.ts'
import { withRetries } from './with-retries.ts'

export interface NodeClientOptions {
  /** Base of the node's REST API, such as https://rest-testnet.onflow.org, with or without /v1. */
  accessNodeUrl: string
  /** Limits in calls per second. The defaults are what public nodes allow per IP address. */
  eventCallsPerSecond?: number
  scriptCallsPerSecond?: number
  otherCallsPerSecond?: number
  sendCallsPerSecond?: number
  /** Timeout of one attempt. */
  timeoutMs?: number
  /** false disables retries, for callers that retry themselves. */
  retries?: boolean
  /** Aborts every call and every wait with the signal's reason. */
  signal?: AbortSignal
}

export interface NodeClient {
  /**
   * Returns the node's JSON response. Throws `NodeUnreachableError`, `NodeBusyError`,
   * `NodeBehindError` and `NodeInvalidResponseError` after bounded retries, `NodeNotFoundError` and
   * `NodeRefusedError` without retry.
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
    return parseResponse({
      node: address.origin,
      call,
      status: statusCode,
      headers,
      text: await body.text(),
    })
  } catch (error) {
    throw toConnectionError(error, address.origin, timeoutMs)
  }
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
