import { CommandError } from './command-error.ts'
import { InvalidLineError } from './read/invalid-line-error.ts'

/** Runs a command and sets the exit code: 0 on success, 1 with one sentence on invalid input. */
export async function runCommand(command: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    if (!isExpected(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

function isExpected(error: unknown): error is Error {
  if (error instanceof CommandError || error instanceof InvalidLineError) return true
  return (
    error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS')
  )
}
