import { parseCadenceError } from '../decode/parse-cadence-error.ts'
import {
  NodeBehindError,
  NodeBusyError,
  NodeInvalidResponseError,
  NodeNotFoundError,
  NodeRefusedError,
  NodeUnreachableError,
} from '../errors.ts'
import type { NodeCall } from './node-call.ts'

export interface RawResponse {
  /** Origin of the node, for messages. */
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
export function parseResponse(response: RawResponse): unknown {
  const { status } = response
  if (status >= 200 && status < 300) return parseJsonBody(response)
  const text = parseErrorMessage(response.text)
  const message = `${describeCall(response)} with ${status}: ${parseCadenceError(text).message}`
  if (status === 404) throw new NodeNotFoundError(message)
  if (MISSING_BLOCKS.test(text)) throw new NodeBehindError(message)
  if (isBusy(response))
    throw new NodeBusyError(message, status, parseRetryAfterMs(response.headers))
  if (isCutJson(response.text)) throw new NodeInvalidResponseError(message)
  throw new NodeRefusedError(message, status, text)
}

/** Behind a load balancer another node may have them. Source: flow-go `rest/common`. */
const MISSING_BLOCKS = /^(Out of range|Precondition failed): /

/**
 * Returns the error for a failed request: those of the system and of undici have a code. Errors of
 * `parseResponse` are returned unchanged.
 */
export function toConnectionError(error: unknown, node: string, timeoutMs: number): unknown {
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

function parseJsonBody(response: RawResponse): unknown {
  try {
    return JSON.parse(response.text)
  } catch {
    throw new NodeInvalidResponseError(
      `${describeCall(response)} with ${formatExcerpt(response.text)}, which is not JSON.`,
    )
  }
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

/** Half an error is no refusal: what the node objects to is missing. */
function isCutJson(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

function describeCall({ node, call }: RawResponse): string {
  const method = call.body === undefined ? 'GET' : 'POST'
  return `The Flow access node at ${node} answered ${method} /v1${call.path}`
}

function parseErrorMessage(text: string): string {
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string') return message
  } catch {}
  return formatExcerpt(text)
}

function formatExcerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? 'nothing' : `'${line.length > 120 ? `${line.slice(0, 120)}…` : line}'`
}
