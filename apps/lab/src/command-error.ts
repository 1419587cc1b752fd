/** A command cannot continue. The message describes what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Returns the message of a caught value. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
