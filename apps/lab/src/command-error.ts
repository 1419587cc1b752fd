/** A command that cannot go on; the message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}
