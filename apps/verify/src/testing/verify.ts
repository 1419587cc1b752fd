import { FatalError } from '@app/values/errors.ts'
import { formatDifference, runChecks, type UncheckedClaim } from '../check.ts'
import { OFFLINE, type Sources, type VerifiedFile } from '../verified-file.ts'

/** What the checks of a file find. */
interface Verdict {
  /** The first wrong claim, or why the file is refused; `null` when all agrees. */
  wrong: string | null
  proven: string[]
  undecided: string[]
  note: string[]
  unchecked: UncheckedClaim[]
}

/** Opens a file of a format. */
export type Open = (source: string, value: unknown) => VerifiedFile

/** Verifies a file as the command does, from its JSON on; by default the file alone. */
export async function verify(
  open: Open,
  file: unknown,
  sources: Partial<Sources> = {},
): Promise<Verdict> {
  const { flow, scan, pastScores } = { ...OFFLINE, ...sources }
  const found: Verdict = { wrong: null, proven: [], undecided: [], note: [], unchecked: [] }
  try {
    const opened = open('It', JSON.parse(JSON.stringify(file)))
    const checks = opened.listChecks({ flow, scan, pastScores })
    const difference = await runChecks(checks, (kind, sentence) => {
      if (kind !== 'checking') found[kind].push(sentence)
    })
    found.wrong = difference && formatDifference(difference)
    found.unchecked = opened.listUnchecked({ hasNode: flow !== null, isFull: scan !== null })
  } catch (error) {
    if (!(error instanceof FatalError)) throw error
    found.wrong = error.message
  }
  return found
}

/** What a true file gives. */
export const AGREES = { wrong: null, undecided: [], note: [] }
