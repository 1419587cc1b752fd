/** Base class of errors that a retry may resolve, such as a busy node or a lost connection. */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** Base class of errors that no retry resolves; a stage that catches one logs it and stops. */
export class FatalError extends Error {
  override name = 'FatalError'
}
