/** Set-up cannot go on: the message is one sentence that says what to do. */
export class SetUpError extends Error {
  exitCode = 1
}

/** Ctrl-C or a request to end came: 130 is what a shell answers then. */
export function createInterruptionError() {
  const error = new SetUpError('Set-up was interrupted: run the command again to go on.')
  error.exitCode = 130
  return error
}

/** @type {[RegExp, string][]} */
const KNOWN_CAUSES = [
  [
    /ENOSPC|no space left on device/i,
    'There is no space left on the disk: free about 3 GB and run the command again.',
  ],
  [
    /EACCES|EPERM|permission denied/i,
    'A file or directory cannot be written (permission denied): see the output above.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|no such host|i\/o timeout|network is unreachable/i,
    'A package registry cannot be reached: check the network and run the command again.',
  ],
  [
    /C compiler .* not found|cgo: .*executable file not found/i,
    'The C compiler does not work: install gcc or clang with the C library headers.',
  ],
]

/**
 * The sentence for the cause that a command's output tells, or undefined when it tells none we know.
 * @param {string} output
 * @returns {string | undefined}
 */
export function findKnownCause(output) {
  return KNOWN_CAUSES.find(([pattern]) => pattern.test(output))?.[1]
}
