import type { CaseEntry, CaseEntryKind, CaseFile } from '@app/api/schemas/case/case-file.ts'
import { verifyCase } from '../case/verify-case.ts'
import { formatDifference } from '../checks/difference.ts'
import { buildSampleCase, relink } from './build-sample-case.ts'
import type { Verdict } from './forge-archive.ts'

/** What the checks of a file alone find, with the remarks. */
export interface CaseVerdict extends Verdict {
  noted: string[]
}

/** Runs the checks that need only the file. */
export async function verifyCaseAlone(file: CaseFile): Promise<CaseVerdict> {
  const undecided: string[] = []
  const noted: string[] = []
  const report = {
    checking: () => {},
    proven: () => {},
    noted: (note: string) => noted.push(note),
    undecided: (because: string) => undecided.push(because),
  }
  const difference = await verifyCase(file, null, report)
  return { wrong: difference && formatDifference(difference), undecided, noted }
}

/** Builds the sample with a change. */
export function forgeCase(change: (file: CaseFile) => void): CaseFile {
  const file = buildSampleCase()
  change(file)
  return file
}

/** Builds the sample with a change, after which the forger computed all hashes again. */
export const forgeLinkedCase = (change: (file: CaseFile) => void): CaseFile =>
  relink(forgeCase(change))

/** Returns an entry of a kind, counted from 0. */
export function getEntry(file: CaseFile, kind: CaseEntryKind, index = 0): CaseEntry {
  const entry = file.entries.filter((one) => one.kind === kind)[index]
  if (entry === undefined) throw new Error(`The sample has no entry ${kind} number ${index}.`)
  return entry
}
