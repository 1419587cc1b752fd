/** Error after which set-up cannot continue. The message is one sentence with what to do. */
export class SetUpError extends Error {
  exitCode = 1
}

/** Creates the error for SIGINT or SIGTERM. Its exit code is 130, as in a shell. */
export function createInterruptionError() {
  const error = new SetUpError('Set-up was interrupted: run the command again to continue.')
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
 * Returns the sentence for the cause in a command's output, or undefined when it matches no known cause.
 * @param {string} output
 * @returns {string | undefined}
 */
export function findKnownCause(output) {
  return KNOWN_CAUSES.find(([pattern]) => pattern.test(output))?.[1]
}
