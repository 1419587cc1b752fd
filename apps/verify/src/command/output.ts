import { FatalError, RetryableError } from '@app/values/errors.ts'
import type { CheckReporter } from '../checks/check.ts'
import { UsageError } from './options.ts'
import type { Progress } from './progress.ts'
import { toSingleLine } from './to-single-line.ts'

/** Creates a reporter that prints a line for each result of a check. */
export function createReporter(progress: Progress, onUndecided: () => void): CheckReporter {
  return {
    checking: (claim) => progress.update(`Checking: ${claim}`),
    proven: (claim) => print(`  proven     ${claim}`, 0),
    undecided: (because) => {
      onUndecided()
      print(`  undecided  ${because}`, 0)
    },
    noted: (note) => print(`  note       ${note}`, 0),
  }
}

/** Prints a line and returns the exit code. */
export function print(line: string, code: number): number {
  process.stdout.write(`${toSingleLine(line)}\n`)
  return code
}

export function printError(line: string): void {
  process.stderr.write(`${toSingleLine(line)}\n`)
}

/** Prints an expected error and returns the exit code. Rethrows unexpected errors, which are bugs. */
export function toExitCode(error: unknown, usage: string): number {
  if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
  printError(error.message)
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`)
  return 1
}

/** Like `toExitCode`, for a command that verifies one file: 2 where its command line is invalid. */
export function toFileExitCode(error: unknown, usage: string): number {
  const code = toExitCode(error, usage)
  return error instanceof UsageError ? 2 : code
}
