import type { CaseEntry, CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { Finding } from '../../checks/check.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import {
  findMessagesFinding,
  isUnread,
  type PlacedMessage,
} from '../../votes/checks/find-signature-difference.ts'
import {
  buildSignedText,
  isSignedKind,
  listSignedEntries,
  type SignedEntry,
} from '../list-messages.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'

type Entry = EntryWithDetails<CaseEntryKind>

const DAY = 24 * 3600

/** How long after its entry a message may be valid, in seconds. An appeal may be signed for longer. */
const MAX_VALIDITY = {
  proposal: DAY,
  vote: DAY,
  appeal: 7 * DAY,
  owner_statement: DAY,
} as const

/** Checks who signs what, and that each signed text is the one that its entry gives. */
export function findMessageDifference(parsed: ParsedCase): Difference | null {
  const read = listSignedEntries(parsed).filter(({ message }) => !isUnread(message))
  return (
    findFirst(parsed.entries, (entry) => findSignerDifference(parsed, entry)) ??
    findFirst(read, (signed) => findSignedDifference(parsed, signed)) ??
    findSequenceDifference(parsed)
  )
}

/** Checks the signatures of all messages. Undecided where the file says that it has none. */
export function findSignatureFinding(parsed: ParsedCase): Finding {
  const clearances = selectEntries(parsed, 'clearance')
  const byAgent = clearances.flatMap(({ path, entry }): PlacedMessage[] => {
    const { message } = entry
    return hasKey(entry) && message ? [{ path: `${path}.message`, message, minWeight: 0 }] : []
  })
  const finding = findMessagesFinding([...listSignedEntries(parsed), ...byAgent])
  if (finding !== null) return finding
  const unsigned = clearances.find(({ entry }) => !hasKey(entry))
  return unsigned === undefined
    ? null
    : { because: `The clearance ${unsigned.path} is without its signature, or without the key.` }
}

/** Clearances that were signed long ago lack the key. */
const hasKey = ({ message }: CaseEntry): boolean =>
  message?.signatures.every(({ publicKey }) => publicKey !== '') ?? false

function findSignerDifference({ address }: ParsedCase, entry: Entry): Difference | null {
  const { path, kind } = entry
  const { by, message } = entry.entry
  const isByOwner = kind === 'appeal' || kind === 'owner_statement'
  if (isByOwner) {
    const difference = findFirstDifference(`${path}.by`, address, by)
    if (difference !== null) return difference
  }
  if (!isSignedKind(entry)) {
    if (message === null || kind === 'clearance') return null
    return { path: `${path}.message`, expected: `null for a ${kind}`, found: 'a message' }
  }
  if (by === null) return { path: `${path}.by`, expected: 'the signer', found: 'null' }
  if (message !== null) return null
  return { path: `${path}.message`, expected: `the message that ${by} signed`, found: 'null' }
}

function findSignedDifference(parsed: ParsedCase, signed: SignedEntry): Difference | null {
  return findTextDifference(parsed, signed) ?? findValidityDifference(signed)
}

function findTextDifference(parsed: ParsedCase, signed: SignedEntry): Difference | null {
  const { path, message } = signed
  const text = buildTextOrNull(parsed, signed)
  if (text === 'no minute') {
    const expected = 'a whole minute, in Unix seconds'
    return { path: `${path}.validUntil`, expected, found: `${message.validUntil}` }
  }
  if (text === message.text) return null
  const expected =
    text === null
      ? 'a text that follows from the case, which lacks its proposal'
      : `${JSON.stringify(text)}, built from the entry`
  return { path: `${path}.text`, expected, found: JSON.stringify(message.text) }
}

function buildTextOrNull(parsed: ParsedCase, signed: SignedEntry): string | null {
  try {
    return buildSignedText(parsed, signed)
  } catch (error) {
    if (error instanceof RangeError) return 'no minute'
    throw error
  }
}

function findValidityDifference({ path, entry, message }: SignedEntry): Difference | null {
  const { validUntil } = message
  const time = entry.kind === 'vote' ? entry.details.castAt : entry.atSeconds
  const latest = time + MAX_VALIDITY[entry.kind]
  if (validUntil >= time && validUntil <= latest) return null
  const expected = `${time} to ${latest}, within the validity of a ${entry.kind}`
  return { path: `${path}.validUntil`, expected, found: `${validUntil}` }
}

/** The details have the number that was signed; each statement of the owner has a higher one than that before it. */
function findSequenceDifference(parsed: ParsedCase): Difference | null {
  const votes = selectEntries(parsed, 'vote')
  const statements = selectEntries(parsed, 'owner_statement')
  return (
    findFirst([...votes, ...statements], ({ path, entry, details }) =>
      findFirstDifference(`${path}.details.sequence`, entry.message?.sequence, details.sequence),
    ) ??
    findFirst([...statements.entries()], ([index, { path, details }]) => {
      const before = statements[index - 1]?.details.sequence ?? 0
      if (details.sequence > before) return null
      const expected = `above ${before}`
      return { path: `${path}.details.sequence`, expected, found: `${details.sequence}` }
    })
  )
}
