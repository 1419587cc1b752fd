/**
 * Returns the stack of an error and of its causes, without its other properties: an error of a driver
 * holds its connection, and with it the password.
 */
export function formatUnexpectedError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack, message, cause } = error
  const own = stack ?? message
  return cause === undefined ? own : `${own}\nCaused by: ${formatUnexpectedError(cause)}`
}
