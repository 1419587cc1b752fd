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
  const buckets = {
    events: createTokenBucket(options.eventCallsPerSecond ?? 30, clock),
    scripts: createTokenBucket(options.scriptCallsPerSecond ?? 5, clock),
    send: createTokenBucket(options.sendCallsPerSecond ?? 50, clock),
    other: createTokenBucket(options.otherCallsPerSecond ?? 100, clock),
  }
  const attempt = async (call: NodeCall): Promise<unknown> => {
    signal?.throwIfAborted()
    await buckets[call.kind].take(signal)
    return await callOnce(call, { address, timeoutMs, signal })
  }
  if (!retries) return { call: attempt }
  return { call: (call) => withRetries(() => attempt(call), clock, signal) }
}

interface Attempt {
  address: NodeAddress
  timeoutMs: number
  signal: AbortSignal | undefined
}

async function callOnce(call: NodeCall, attempt: Attempt): Promise<unknown> {
  const { address, timeoutMs, signal } = attempt
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address.base + call.path, {
      ...buildRequest(call, address),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const { status, headers } = response
    return parseResponse({
      node: address.origin,
      call,
      status,
      headers,
      text: await response.text(),
    })
  } catch (error) {
    throw toConnectionError(error, address.origin, timeoutMs)
  }
}

function buildRequest({ body }: NodeCall, { authorization }: NodeAddress): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (authorization !== null) headers.authorization = authorization
  if (body === undefined) return { headers }
  headers['content-type'] = 'application/json'
  return { method: 'POST', headers, body: JSON.stringify(body) }
}
