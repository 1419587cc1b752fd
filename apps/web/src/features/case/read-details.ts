import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'

export type CaseEntryLike = Pick<CaseEntry, 'details'>

/** Returns a value of an entry as text; an empty text when it is absent. */
export const readText = ({ details }: CaseEntryLike, name: string): string =>
  String(details[name] ?? '')

/** Returns a number of an entry; null when it is absent or no number. */
export function readNumber({ details }: CaseEntryLike, name: string): number | null {
  const value = details[name]
  return typeof value === 'number' ? value : null
}

/** Returns a time of an entry, stored in Unix seconds, as Unix milliseconds; null when it is absent. */
export function readTimeMs(entry: CaseEntryLike, name: string): number | null {
  const seconds = readNumber(entry, name)
  return seconds === null ? null : seconds * 1000
}
