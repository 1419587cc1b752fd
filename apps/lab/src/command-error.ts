/** A command cannot continue. The message describes what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}
