const NO_SPACE = /ENOSPC|no space left|disk is full|disk full/i

/** Formats an error that ended the start, for the user. */
export function formatStartError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (NO_SPACE.test(collectMessages(error))) {
    return 'There is no space left on the disk: free some in the folder .dharma or elsewhere, then start again.'
  }
  return message
}

/** The error's message and code with those of its causes. */
function collectMessages(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const cause = error.cause === undefined ? '' : collectMessages(error.cause)
  return `${code} ${error.message} ${cause}`
}
