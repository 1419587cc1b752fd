import type { CaseEntry, CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { sha256 } from '../case/record.ts'
import { verifyCase } from '../case/verify-case.ts'
import { formatDifference } from '../check.ts'
import { buildSampleCase, relink, STATEMENT_TEXT } from './build-sample-case.ts'
import type { Verdict } from './verify-file.ts'

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
export function getEntry<K extends CaseEntryKind>(
  file: CaseFile,
  kind: K,
  index = 0,
): CaseEntry<K> {
  const entry = file.entries.filter((one) => one.kind === kind)[index]
  if (entry === undefined) throw new Error(`The sample has no entry ${kind} number ${index}.`)
  // The compiler does not relate a generic kind to the union.
  return entry as CaseEntry<K>
}

/** A forgery: what it is, how it is made, and what is found. */
export type Forgery = [string, (file: CaseFile) => void, string]

/** Sets a text with its hash. */
export const setText = (entry: CaseEntry, text: string) =>
  Object.assign(entry, { text, textHash: sha256(text) })

/** Removes entries. */
export function remove(file: CaseFile, ...entries: CaseEntry[]) {
  file.entries = file.entries.filter((entry) => !entries.includes(entry))
}

/** Changes the statement everywhere that the file has it. */
export function restate(
  file: CaseFile,
  change: (statement: NonNullable<CaseFile['statement']>) => void,
) {
  const statement = JSON.parse(STATEMENT_TEXT)
  change(statement)
  file.statement = statement
  for (const kind of ['warning', 'flag'] as const) {
    setText(getEntry(file, kind), toCanonicalJson(statement))
  }
}
