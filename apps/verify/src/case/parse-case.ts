import {
  CASE_ENTRY_DETAILS,
  type CaseEntry,
  type CaseEntryDetails,
  type CaseEntryKind,
  type CaseFile,
  CaseFileSchema,
} from '@app/api/schemas/case.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { Compile, type Validator } from 'typebox/compile'
import { type Difference, findFirstDifference } from '../check.ts'
import { createFileFormat } from '../create-file-format.ts'

/** Parses a value as a case file. Throws `InvalidFileError` with the first invalid field. */
export const parseCaseFile = createFileFormat(CaseFileSchema, 'a case file')

/** An entry with its path in the file, and details of its kind. */
export type EntryWithDetails<K extends CaseEntryKind> = {
  [Kind in K]: {
    kind: Kind
    /** Such as entries[3]. */
    path: string
    entry: CaseEntry
    details: CaseEntryDetails<Kind>
    /** Unix seconds, cut. */
    atSeconds: number
  }
}[K]

/** A case file whose entries have the details of their kinds. */
export interface ParsedCase {
  file: CaseFile
  address: Address
  /** In the order of the file. */
  entries: EntryWithDetails<CaseEntryKind>[]
}

/** Parses the details of every entry. Returns the first that is not as its kind requires. */
export function parseCase(file: CaseFile): ParsedCase | Difference {
  const entries: EntryWithDetails<CaseEntryKind>[] = []
  for (const [index, entry] of file.entries.entries()) {
    const path = `entries[${index}]`
    const difference = findDetailsDifference(path, entry)
    if (difference !== null) return difference
    const atSeconds = Math.floor(Date.parse(entry.at) / 1000)
    const { kind, details } = entry
    // The schema of the kind has accepted the details.
    entries.push({ kind, path, entry, details, atSeconds } as EntryWithDetails<CaseEntryKind>)
  }
  return { file, address: toAddress(file.address), entries }
}

/** Returns the entries of one kind, in the order of the file. */
export function selectEntries<K extends CaseEntryKind>(
  { entries }: Pick<ParsedCase, 'entries'>,
  kind: K,
): EntryWithDetails<K>[] {
  // The compiler does not relate a generic kind to the union.
  return entries.filter((entry) => entry.kind === kind) as unknown as EntryWithDetails<K>[]
}

const checkers = new Map<CaseEntryKind, Validator>()

function getChecker(kind: CaseEntryKind): Validator {
  const checker = checkers.get(kind) ?? Compile(CASE_ENTRY_DETAILS[kind])
  checkers.set(kind, checker)
  return checker
}

function findDetailsDifference(path: string, { kind, details }: CaseEntry): Difference | null {
  const checker = getChecker(kind)
  if (checker.Check(details)) {
    const clean = checker.Clean(structuredClone(details))
    const difference = findFirstDifference(`${path}.details`, clean, details)
    return difference && { ...difference, expected: `unknown to entries of the kind ${kind}` }
  }
  const [error] = checker.Errors(details)
  const field = error?.instancePath.slice(1) ?? ''
  const found = JSON.stringify(Reflect.get(details, field)) ?? JSON.stringify(details)
  const at = field === '' ? `${path}.details` : `${path}.details.${field}`
  return { path: at, expected: `as in every ${kind}: it ${error?.message}`, found }
}
