import { CLEARED_CAUSES, formatClearance } from '@app/server/agent/clearing/build-clearance.ts'
import type { Difference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'

const TIMES = /\nAccused: (.+)\nWithdrawn: (.+)\n/

/** Checks that each clearance withdraws the accusation of this case, for the cause of its entry. */
export function findClearanceDifference(parsed: ParsedCase): Difference | null {
  return findFirst(selectEntries(parsed, 'clearance'), (entry) => findOneDifference(parsed, entry))
}

function findOneDifference(
  parsed: ParsedCase,
  { path, entry, details }: EntryWithDetails<'clearance'>,
): Difference | null {
  const { text, message } = entry
  if (message !== null && text !== null && message.text !== text) {
    return { path: `${path}.message.text`, expected: 'the text of the entry', found: 'another one' }
  }
  const cause = Object.keys(CLEARED_CAUSES).find((name) => name === details.cause)
  if (cause === undefined) {
    const expected = Object.keys(CLEARED_CAUSES).join(', ')
    return { path: `${path}.details.cause`, expected, found: details.cause }
  }
  if (text === null) return null
  const expected = buildText(parsed, text, cause as keyof typeof CLEARED_CAUSES)
  if (text === expected) return null
  const built = `${JSON.stringify(expected)}, built from the case`
  return { path: `${path}.text`, expected: built, found: JSON.stringify(text) }
}

/** Entries are cut to the second. */
const ROUNDING_MS = 1_000

/** Builds the text with the times that it states; they must be times of the case. */
function buildText(
  { file, address }: ParsedCase,
  text: string,
  cause: keyof typeof CLEARED_CAUSES,
): string {
  const [, accused = '', withdrawn = ''] = TIMES.exec(text) ?? []
  const { network, caseId, entries } = file
  const times = entries.map(({ at }) => Date.parse(at))
  const first = times[0] ?? 0
  const last = (times.at(-1) ?? 0) + ROUNDING_MS
  const clamp = (time: number, from: number) =>
    Number.isNaN(time) ? from : Math.min(Math.max(time, from), last)
  const openedMs = clamp(Date.parse(accused), first - ROUNDING_MS)
  const clearedMs = clamp(Date.parse(withdrawn), openedMs)
  return formatClearance(network, { address, caseId, openedMs, clearedMs, cause })
}
