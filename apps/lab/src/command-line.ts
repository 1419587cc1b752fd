/** A command cannot continue. The message describes what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Runs a command line and sets the exit code: 0 on success, 1 with one sentence on invalid input. */
export async function runCommandLine(command: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    if (!isExpected(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

function isExpected(error: unknown): error is Error {
  if (error instanceof CommandError) return true
  return (
    error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS')
  )
}

/** Writes a text to standard output. */
export function print(text: string): void {
  process.stdout.write(text)
}

/** Returns the message of a caught value. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
