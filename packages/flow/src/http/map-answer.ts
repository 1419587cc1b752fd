import { cadenceError } from '../decode/cadence-error.ts'
import {
  NodeAnswerError,
  NodeBehindError,
  NodeBusyError,
  NodeNotFoundError,
  NodeRefusedError,
  NodeUnreachableError,
} from '../errors.ts'
import type { NodeCall } from './node-call.ts'

export interface RawAnswer {
  /** Origin of the node, for messages. */
  node: string
  call: NodeCall
  status: number
  headers: Headers
  text: string
}

/** The one place where answers of a node become values or errors. */
export function answerOf(answer: RawAnswer): unknown {
  const { status } = answer
  if (status >= 200 && status < 300) return parseJson(answer)
  const text = nodeMessage(answer.text)
  const message = `${subject(answer)} with ${status}: ${cadenceError(text).message}`
  if (status === 404) throw new NodeNotFoundError(message)
  if (LACKS_BLOCKS.test(text)) throw new NodeBehindError(message)
  if (isBusy(answer)) throw new NodeBusyError(message, status, retryAfterMs(answer.headers))
  throw new NodeRefusedError(message, status, text)
}

/** Behind a load balancer the next node may well have them. Source: flow-go `rest/common`. */
const LACKS_BLOCKS = /^(Out of range|Precondition failed): /

/** The error for a `fetch` that failed; errors that `answerOf` made pass unchanged. */
export function connectionError(error: unknown, node: string, timeoutMs: number): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'TimeoutError') {
    return new NodeUnreachableError(
      `The Flow access node at ${node} did not answer within ${timeoutMs / 1000} s.`,
    )
  }
  if (!(error instanceof TypeError)) return error
  const sentence = `Cannot reach the Flow access node at ${node} (${causeOf(error)}).`
  return new NodeUnreachableError(`${sentence} Check that it runs and that its address is right.`)
}

function parseJson(answer: RawAnswer): unknown {
  try {
    return JSON.parse(answer.text)
  } catch {
    throw new NodeAnswerError(`${subject(answer)} with ${excerpt(answer.text)}, which is not JSON.`)
  }
}

/**
 * To a transaction that is invalid, real nodes answer 400, but an emulator 500; of its 500s only the
 * wait for a block that is being executed passes, and of a real node's the trouble behind it.
 */
function isBusy({ call, status, text }: RawAnswer): boolean {
  if (status === 500 && call.kind === 'send' && text.includes('Invalid Flow request')) {
    return /pending block with ID|failed to (send|store)/.test(text)
  }
  return status === 408 || status === 429 || status >= 500
}

/** Milliseconds of a Retry-After header, in seconds or as an HTTP date; `null` when there is none. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function subject({ node, call }: RawAnswer): string {
  const method = call.body === undefined ? 'GET' : 'POST'
  return `The Flow access node at ${node} answered ${method} /v1${call.path}`
}

function nodeMessage(text: string): string {
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string') return message
  } catch {}
  return excerpt(text)
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? 'nothing' : `'${line.length > 120 ? `${line.slice(0, 120)}…` : line}'`
}

function causeOf(error: Error): string {
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
