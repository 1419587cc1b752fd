import {
  CASE_ENTRY_DETAILS,
  CASE_ENTRY_KINDS,
  type CaseEntry,
  type CaseEntryKind,
  type CaseFile,
  CaseFileSchema,
} from '@app/api/schemas/case.ts'
import { createFileFormat } from '../create-file-format.ts'

const parseFile = createFileFormat(CaseFileSchema, 'a case file')

const parseDetails = new Map(
  CASE_ENTRY_KINDS.map((kind) => [
    kind,
    createFileFormat(CASE_ENTRY_DETAILS[kind], `the details of the kind ${kind}`),
  ]),
)

/** Parses a value as a case file, and the details of its entries. Throws `InvalidFileError` with the first invalid field. */
export function parseCaseFile(source: string, value: unknown): CaseFile {
  const file = parseFile(source, value)
  for (const [index, { kind, details }] of file.entries.entries()) {
    parseDetails.get(kind)?.(`entries[${index}].details of ${source}`, details)
  }
  return file
}

/** An entry with its path in the file, such as entries[3]. */
export interface PlacedEntry<K extends CaseEntryKind> {
  path: string
  entry: CaseEntry<K>
}

/** Returns the entries of some kinds, in the order of the file. */
export function selectEntries<K extends CaseEntryKind>(
  { entries }: Pick<CaseFile, 'entries'>,
  ...kinds: K[]
): PlacedEntry<K>[] {
  const all = entries.map((entry, index) => ({ entry, path: `entries[${index}]` }))
  // The compiler does not relate a generic kind to the union.
  return all.filter(({ entry }) =>
    kinds.some((kind) => kind === entry.kind),
  ) as unknown as PlacedEntry<K>[]
}

/** The time at which an entry was recorded, in Unix seconds. */
export const toSeconds = ({ at }: Pick<CaseEntry, 'at'>): number =>
  Math.floor(Date.parse(at) / 1000)
