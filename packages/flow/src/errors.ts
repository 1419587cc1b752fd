import { FatalError, RetryableError } from '@app/values/errors.ts'

/** No connection to the node, or no answer in time. */
export class NodeUnreachableError extends RetryableError {
  override name = 'NodeUnreachableError'
}

/** The node answered that it cannot serve now: 408, 429 or 5xx. */
export class NodeBusyError extends RetryableError {
  override name = 'NodeBusyError'
  readonly status: number
  /** How long the node asked to wait, when it did. */
  readonly retryAfterMs: number | null

  constructor(message: string, status: number, retryAfterMs: number | null) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The node answered with something that is no answer: not JSON, a field missing. */
export class NodeInvalidResponseError extends RetryableError {
  override name = 'NodeAnswerError'
}

/** The node lacks blocks that the question is about: not yet, as it is behind, or not any more. */
export class NodeBehindError extends RetryableError {
  override name = 'NodeBehindError'
}

/** What was asked for is not there, at least not yet. */
export class NodeNotFoundError extends RetryableError {
  override name = 'NodeNotFoundError'
}

/** The node refuses this request, and would refuse it again (4xx): a script that panics, a bad argument. */
export class NodeRefusedError extends FatalError {
  override name = 'NodeRefusedError'
  readonly status: number
  /** All that the node said, with Cadence's places in the source. */
  readonly text: string

  constructor(message: string, status: number, text: string) {
    super(message)
    this.status = status
    this.text = text
  }
}
