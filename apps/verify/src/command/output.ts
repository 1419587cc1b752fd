import { FatalError, RetryableError } from '@app/values/errors.ts'
import {
  type CheckReporter,
  type Difference,
  formatDifference,
  pluralize,
  type UncheckedClaim,
} from '../check.ts'
import { UsageError } from './command-line.ts'
import type { Progress } from './progress.ts'

/** Exit code where nothing is wrong, but not everything that a node can show was checked. */
const NOT_ALL_CHECKED = 3

/** The verification of a file, and how its result is printed. */
export interface Verification {
  headline: string
  /** Returns the first wrong claim, or `null`. */
  findDifference(report: CheckReporter): Promise<Difference | null>
  /** Returns what was not checked, where nothing is wrong. */
  listUnchecked(): UncheckedClaim[]
  /** Returns what only a node can show, such as '3 receipts'; `null` where there is one. */
  countWithoutNode: (() => string) | null
  verdicts: { complete: string; partial: string }
}

/** Runs the checks, and prints their results and what was not checked. Returns the exit code. */
export async function verifyAndPrint(
  { headline, findDifference, listUnchecked, countWithoutNode, verdicts }: Verification,
  progress: Progress,
): Promise<number> {
  print(headline)
  let undecided = 0
  const difference = await findDifference({
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
  for (const claim of listUnchecked()) print(`  unchecked  ${formatUnchecked(claim)}`)
  if (countWithoutNode === null && undecided === 0) {
    print(verdicts.complete)
    return 0
  }
  const left = countWithoutNode?.() ?? pluralize(undecided, 'undecided claim')
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
 * Prints an expected error and returns the exit code: 2 for an invalid command line, else 1. Rethrows unexpected
 * errors, which are bugs.
 */
export function toExitCode(error: unknown, usage: string): number {
  if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
  printError(error.message)
  if (!(error instanceof UsageError)) return 1
  process.stderr.write(`\n${usage}`)
  return 2
}
