/** Root of what may succeed when tried again: a node that is busy, a connection that broke. */
export class RetryableError extends Error {
  override name = 'RetryableError'
}

/** Root of what stays wrong however often it is tried; the stage that meets it stops and says so. */
export class FatalError extends Error {
  override name = 'FatalError'
}
