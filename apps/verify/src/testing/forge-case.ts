import type { CaseEntry, CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { sha256 } from '../case/record.ts'
import { CASE } from '../case/verify-case.ts'
import { buildSampleCase, relink, STATEMENT_TEXT } from './build-sample-case.ts'
import { verify } from './verify-file.ts'

/** Runs the checks that need only the file. */
export const verifyCaseAlone = (file: CaseFile) => verify(CASE, file)

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

/** Sets a text with its hash. */
export const setText = (entry: CaseEntry, text: string) =>
  Object.assign(entry, { text, textHash: sha256(text) })

/** Whether an entry is about a proposal, or about the appeal that it decides. */
export const isAboutProposal = ({ details }: CaseEntry, id: number): boolean =>
  [Reflect.get(details, 'proposalId'), Reflect.get(details, 'appealId')].includes(id)

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
