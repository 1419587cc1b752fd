import { FatalError, RetryableError } from '@app/values/errors.ts'

/** No connection to the node, or no response in time. */
export class NodeUnreachableError extends RetryableError {
  override name = 'NodeUnreachableError'
}

/** The node cannot serve the request now: 408, 429 or 5xx. */
export class NodeBusyError extends RetryableError {
  override name = 'NodeBusyError'
  readonly status: number
  /** The wait that the node requested, `null` when it requested none. */
  readonly retryAfterMs: number | null

  constructor(message: string, status: number, retryAfterMs: number | null) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The node's response is invalid: not JSON, or a field is missing. */
export class NodeInvalidResponseError extends RetryableError {
  override name = 'NodeInvalidResponseError'
}

/** The node's response has more bytes than the call allows; it was not read to its end. */
export class NodeResponseTooLargeError extends RetryableError {
  override name = 'NodeResponseTooLargeError'
}

/** The node does not have the requested blocks: not yet, because it is behind, or no longer. */
export class NodeBehindError extends RetryableError {
  override name = 'NodeBehindError'
}

/** The requested object does not exist, or not yet. */
export class NodeNotFoundError extends RetryableError {
  override name = 'NodeNotFoundError'
}

/**
 * The node rejects this request and would reject it again (4xx): a script that panics, a bad
 * argument.
 */
export class NodeRefusedError extends FatalError {
  override name = 'NodeRefusedError'
  readonly status: number
  /** The node's full error text, with Cadence's source locations. */
  readonly text: string

  constructor(message: string, status: number, text: string) {
    super(message)
    this.status = status
    this.text = text
  }
}
