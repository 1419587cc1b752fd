import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { SignedMessage } from '@app/api/schemas/governance/vote-archive.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
  type SignedVote,
} from '@app/contracts/consent-message.ts'
import { buildOwnerStatementMessage } from '@app/contracts/owner-statement.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { buildVoteText, type FindVote } from '../votes/checks/build-vote-text.ts'
import { listBallots } from './list-ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-entries.ts'

type Entry = EntryWithDetails<CaseEntryKind>

/** Kinds of entries that a wallet signed with a sequence number and an end of validity. */
type ConsentKind = 'proposal' | 'vote' | 'appeal' | 'owner_statement'

/** An entry that a wallet signed. */
export interface SignedEntry {
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
export function isSignedKind(entry: Entry): entry is EntryWithDetails<ConsentKind> {
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
export function buildSignedText(parsed: ParsedCase, signed: SignedEntry): string | null {
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
