import { FatalError, RetryableError } from '@app/values/errors.ts'
import { type Command, UsageError } from './command-line.ts'
import { InvalidFileError } from './create-file-format.ts'
import { printError } from './output.ts'

/** Runs the replay when the first argument names it, otherwise a verification. Returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  const isReplay = args[0] === 'replay'
  // Each loads only what it needs.
  const command = isReplay
    ? (await import('./replay/command.ts')).replayCommand
    : (await import('./verify-command.ts')).verifyCommand
  const own = isReplay ? args.slice(1) : args
  if (!own.includes('--help')) return command.run(own).catch((error) => toExitCode(error, command))
  process.stdout.write(command.usage)
  return 0
}

/** Prints an expected error: 2 for an invalid command line, 1 for an invalid file, else that of the command. */
function toExitCode(error: unknown, { usage, failureCode }: Command): number {
  if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
  printError(error.message)
  if (error instanceof InvalidFileError) return 1
  if (!(error instanceof UsageError)) return failureCode
  process.stderr.write(`\n${usage}`)
  return 2
}
