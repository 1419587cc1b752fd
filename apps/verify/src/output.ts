import { formatDifference, pluralize, runChecks, type UncheckedClaim } from './check.ts'
import type { Progress } from './progress.ts'
import type { Sources, VerifiedFile } from './verified-file.ts'

/** Exit code where nothing is wrong, but not everything that a node can show was checked. */
const NOT_ALL_CHECKED = 3

/** Runs the checks of a file, and prints their results and what was not checked. Returns the exit code. */
export async function verifyAndPrint(
  file: VerifiedFile,
  sources: Sources,
  progress: Progress,
): Promise<number> {
  print(file.headline)
  let undecided = 0
  const difference = await runChecks(file.listChecks(sources), (kind, sentence) => {
    if (kind === 'checking') return progress.update(`Checking: ${sentence}`)
    if (kind === 'undecided') undecided += 1
    print(`  ${kind.padEnd(9)}  ${sentence}`)
  })
  if (difference !== null) {
    print(`  WRONG      ${formatDifference(difference)}`)
    print('Not verified.')
    return 1
  }
  const hasNode = sources.flow !== null
  for (const claim of file.listUnchecked({ hasNode, isFull: sources.scan !== null })) {
    print(`  unchecked  ${formatUnchecked(claim)}`)
  }
  if (hasNode && undecided === 0) {
    print(`${file.counted}: everything agrees.`)
    return 0
  }
  const left = hasNode ? pluralize(undecided, 'undecided claim') : 'what only a node shows'
  print(`${file.counted}: everything that was checked agrees; not checked: ${left}.`)
  return NOT_ALL_CHECKED
}

/** Formats a claim as one sentence. */
export const formatUnchecked = ({ fields, what }: UncheckedClaim): string =>
  `${fields.join(', ')}: ${what}`

/** Control characters, and invisible characters that change how a text is displayed. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** An untrusted text cannot move the cursor or add lines. */
const toLine = (text: string): string => `${text.replace(INVISIBLE, ' ')}\n`

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(toLine(line))
}

export function printError(line: string): void {
  process.stderr.write(toLine(line))
}
