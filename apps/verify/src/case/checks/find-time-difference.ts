import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { Difference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import type { EntryWithDetails, ParsedCase } from '../parse-entries.ts'

type Entry = EntryWithDetails<CaseEntryKind>

/** Checks that the times of the entries do not go backwards, and that none is before what it records. */
export function findTimeDifference({ entries }: ParsedCase): Difference | null {
  return (
    findFirst([...entries.keys()], (index) =>
      findDecrease(entries.at(index), index === 0 ? undefined : entries[index - 1]),
    ) ?? findFirst(entries, findEarlyEntry)
  )
}

function findDecrease(entry: Entry | undefined, before: Entry | undefined): Difference | null {
  if (entry === undefined || before === undefined) return null
  const { at } = before.entry
  if (Date.parse(entry.entry.at) >= Date.parse(at)) return null
  const expected = `${at} or later, as the entry before it`
  return { path: `${entry.path}.at`, expected, found: entry.entry.at }
}

function findEarlyEntry(entry: Entry): Difference | null {
  const recorded = getRecordedTime(entry)
  if (recorded === null || entry.atSeconds >= recorded) return null
  const expected = `${new Date(recorded * 1000).toISOString()} or later, when it happened`
  return { path: `${entry.path}.at`, expected, found: entry.entry.at }
}

/** When the thing happened by the details, in Unix seconds; `null` where they do not say it. */
export function getRecordedTime({ kind, details }: Entry): number | null {
  switch (kind) {
    case 'proposal':
      return details.createdAt
    case 'vote':
      return details.castAt
    case 'execution':
      return details.executedAt
    case 'freeze':
      return details.renewedAt
    case 'freeze_end':
      return details.endedAt
    case 'appeal':
      return details.openedAt
    case 'appeal_outcome':
      return details.closedAt
    case 'inputs':
    case 'warning':
    case 'flag':
    case 'lift':
    case 'voting_end':
    case 'owner_statement':
    case 'clearance':
      return null
  }
}
