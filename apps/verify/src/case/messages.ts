import type { CaseEntry, CaseEntryKind } from '@app/api/schemas/case.ts'
import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  buildOwnerStatementMessage,
  type ConsentContent,
  type GovernanceAction,
  type SignedVote,
} from '@app/contracts/consent-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { findMessagesFinding, isUnread, type PlacedMessage } from '../votes/signatures.ts'
import { buildVoteText, type FindVote } from '../votes/signed-texts.ts'
import { listBallots } from './ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

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

/** Kinds of entries that a wallet signed with a sequence number and an end of validity. */
type ConsentKind = 'proposal' | 'vote' | 'appeal' | 'owner_statement'

/** An entry that a wallet signed. */
interface SignedEntry {
  entry: EntryWithDetails<ConsentKind>
  /** Such as entries[3].message. */
  path: string
  signer: Address
  message: SignedMessage
}

/** Lists the signed entries of a case, in the order of the file. Clearances are not among them. */
export function listSignedEntries({ entries }: ParsedCase): SignedEntry[] {
  return entries.filter(isSignedKind).flatMap((entry) => {
    const { message, by } = entry.entry
    if (message === null || by === null) return []
    return { entry, path: `${entry.path}.message`, signer: toAddress(by), message }
  })
}

/** Returns whether a wallet signs such an entry. The message of a proposal of an appeal is that of the appeal. */
function isSignedKind(entry: Entry): entry is EntryWithDetails<ConsentKind> {
  switch (entry.kind) {
    case 'proposal':
      return !entry.details.isAppeal
    case 'vote':
    case 'appeal':
    case 'owner_statement':
      return true
    default:
      return false
  }
}

/**
 * Builds the text that the entry gives; `null` when it names a proposal that is not in the file, or its title is
 * not the contract's. Throws `RangeError` when the end of validity is not one that a text can have.
 */
function buildSignedText(parsed: ParsedCase, signed: SignedEntry): string | null {
  const { contract, network, caseId } = parsed.file
  const { entry, signer: address, message } = signed
  const numbers = { sequence: BigInt(message.sequence), validUntil: BigInt(message.validUntil) }
  const context = { contract: toAddress(contract), network, address, ...numbers }
  if (entry.kind === 'owner_statement') {
    return buildOwnerStatementMessage(context, { caseId, textHash: entry.entry.textHash ?? '' })
  }
  if (entry.kind === 'appeal') {
    const content = buildAppealContent(entry)
    return buildConsentMessage(context, content)
  }
  const action = findAction(parsed, entry.details.proposalId)
  if (action === null) return null
  if (entry.kind === 'proposal') {
    const reasonHash = entry.entry.textHash ?? ''
    return buildConsentMessage(context, { kind: 'proposal', action, reasonHash })
  }
  const own = toSignedVote(entry, action)
  return buildVoteText(context, own, {
    stated: message.text,
    findVote: createFinder(parsed, signed),
  })
}

function buildAppealContent({ details, entry }: EntryWithDetails<'appeal'>): ConsentContent {
  const number = BigInt(details.number)
  const against = details.against === 'flag' ? { flagNumber: number } : { freezeNumber: number }
  return { kind: 'appeal', against, reasonHash: entry.textHash ?? '' }
}

const findAction = (parsed: ParsedCase, proposalId: number): GovernanceAction | null =>
  listBallots(parsed).find(({ proposal }) => proposal.details.proposalId === proposalId)?.action ??
  null

const toSignedVote = (
  { details }: EntryWithDetails<'vote'>,
  action: GovernanceAction,
): SignedVote => ({
  proposalId: BigInt(details.proposalId),
  action,
  support: details.support,
})

/** A case has every vote on its own proposals; a message can carry votes on others. */
function createFinder(parsed: ParsedCase, { signer, message, entry }: SignedEntry): FindVote {
  return (proposalId) => {
    const action = findAction(parsed, proposalId)
    if (action === null) return undefined
    const vote = selectEntries(parsed, 'vote').find(
      (other) =>
        other.details.proposalId === proposalId &&
        other.entry.by === signer &&
        other.entry.txId === entry.entry.txId &&
        other.details.sequence === message.sequence,
    )
    return vote === undefined ? null : toSignedVote(vote, action)
  }
}
