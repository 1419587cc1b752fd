import { FatalError, RetryableError } from '@app/values/errors.ts'
import { formatDifference, pluralize, type UncheckedClaim } from './check.ts'
import { type Command, UsageError } from './command-line.ts'
import { InvalidFileError } from './create-file-format.ts'
import type { Progress } from './progress.ts'
import type { OpenedFile, Sources } from './verified-format.ts'

/** Exit code where nothing is wrong, but not everything that a node can show was checked. */
const NOT_ALL_CHECKED = 3

/** Runs the checks of a file, and prints their results and what was not checked. Returns the exit code. */
export async function verifyAndPrint(
  file: OpenedFile,
  sources: Sources,
  progress: Progress,
): Promise<number> {
  const { headline, onChain, verdicts } = file.description
  print(headline)
  let undecided = 0
  const difference = await file.verify(sources, {
    checking: (claim) => progress.update(`Checking: ${claim}`),
    proven: (claim) => print(`  proven     ${claim}`),
    undecided: (because) => {
      undecided += 1
      print(`  undecided  ${because}`)
    },
    noted: (note) => print(`  note       ${note}`),
  })
  if (difference !== null) {
    print(`  WRONG      ${formatDifference(difference)}`)
    print('Not verified.')
    return 1
  }
  const has = { hasNode: sources.flow !== null, isFull: sources.openScratch !== null }
  for (const claim of file.listUnchecked(has)) {
    print(`  unchecked  ${formatUnchecked(claim)}`)
  }
  if (has.hasNode && undecided === 0) {
    print(verdicts.complete)
    return 0
  }
  const left = has.hasNode ? pluralize(undecided, 'undecided claim') : onChain
  print(`${verdicts.partial}; not checked: ${left}.`)
  return NOT_ALL_CHECKED
}

/** Formats a claim as one sentence. */
export const formatUnchecked = ({ fields, what }: UncheckedClaim): string =>
  `${fields.join(', ')}: ${what}`

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${toSingleLine(line)}\n`)
}

export function printError(line: string): void {
  process.stderr.write(`${toSingleLine(line)}\n`)
}

/** Control characters, and invisible characters that change how a text is displayed. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Replaces invisible characters in an untrusted text, so that it cannot move the cursor or add lines. */
function toSingleLine(text: string): string {
  return text.replace(INVISIBLE, ' ')
}

/**
 * Prints an expected error and returns the exit code: 2 for an invalid command line, 1 for an invalid file, else that of
 * the command for what cannot be read. Rethrows unexpected errors, which are bugs.
 */
export function toExitCode(error: unknown, { usage, failureCode }: Command): number {
  if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
  printError(error.message)
  if (error instanceof InvalidFileError) return 1
  if (!(error instanceof UsageError)) return failureCode
  process.stderr.write(`\n${usage}`)
  return 2
}
