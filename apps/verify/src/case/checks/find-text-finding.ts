import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { Finding } from '../../checks/check.ts'
import type { Difference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { sha256 } from '../hash-case-entry.ts'
import type { EntryWithDetails, ParsedCase } from '../parse-entries.ts'

type Entry = EntryWithDetails<CaseEntryKind>

/** Whether entries of a kind have a text. */
const HAS_TEXT = {
  inputs: 'never',
  warning: 'always',
  flag: 'sometimes',
  lift: 'never',
  proposal: 'always',
  vote: 'never',
  voting_end: 'never',
  execution: 'never',
  freeze: 'never',
  freeze_end: 'never',
  appeal: 'always',
  appeal_outcome: 'never',
  owner_statement: 'always',
  clearance: 'always',
} as const satisfies Record<CaseEntryKind, 'always' | 'sometimes' | 'never'>

/** Checks that each text has the hash that its entry holds; a withheld text is only named. */
export function findTextDifference({ entries }: ParsedCase): Difference | null {
  return findFirst(entries, (entry) => findMissingHash(entry) ?? findOneDifference(entry))
}

/** Names the texts that the operator withholds; `null` when there are none. */
export function findWithheldTexts({ entries }: ParsedCase): Finding {
  const withheld = entries.flatMap(({ path, entry }) =>
    entry.withheld === null ? [] : `${path} since ${entry.withheld.at}: ${entry.withheld.reason}`,
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds texts; their hashes are kept: ${withheld.join('; ')}` }
}

function findMissingHash({ path, kind, entry }: Entry): Difference | null {
  const has = HAS_TEXT[kind]
  if (has === 'always' && entry.textHash === null) {
    return {
      path: `${path}.textHash`,
      expected: `the hash of the text of a ${kind}`,
      found: 'null',
    }
  }
  if (has !== 'never' || entry.textHash === null) return null
  return { path: `${path}.textHash`, expected: `null for a ${kind}`, found: entry.textHash }
}

function findOneDifference({ path, entry }: Entry): Difference | null {
  const { text, textHash, withheld } = entry
  if (text !== null && withheld !== null) {
    return { path: `${path}.text`, expected: 'null, because it is withheld', found: 'a text' }
  }
  if (text !== null && textHash !== sha256(text)) {
    const expected = `a text with the SHA-256 ${textHash}`
    return { path: `${path}.text`, expected, found: `one with ${sha256(text)}` }
  }
  if (text !== null || (textHash === null) === (withheld === null)) return null
  return textHash === null
    ? { path: `${path}.withheld`, expected: 'null, because there is no text', found: 'a reason' }
    : { path: `${path}.text`, expected: 'the text, or a reason why it is withheld', found: 'null' }
}
