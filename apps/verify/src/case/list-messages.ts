import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { SignedMessage } from '@app/api/schemas/governance/vote-archive.ts'
import { buildConsentMessage, type ConsentContent } from '@app/contracts/consent-message.ts'
import { buildOwnerStatementMessage } from '@app/contracts/owner-statement.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { listBallots } from './list-ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-entries.ts'

type Entry = EntryWithDetails<CaseEntryKind>

/** Kinds of entries that a wallet signed with a sequence number and an end of validity. */
type ConsentKind = 'proposal' | 'vote' | 'appeal' | 'second_proposal' | 'owner_statement'

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
    case 'second_proposal':
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
  const content = buildContent(parsed, entry)
  return content === null ? null : buildConsentMessage(context, content)
}

function buildContent(
  parsed: ParsedCase,
  entry: EntryWithDetails<Exclude<ConsentKind, 'owner_statement'>>,
): ConsentContent | null {
  switch (entry.kind) {
    case 'proposal':
    case 'vote':
      return buildBallotContent(parsed, entry)
    case 'appeal': {
      const { against: kind, subject } = entry.details
      const reasonHash = entry.entry.textHash ?? ''
      if (kind === 'flag') return { kind: 'appeal', against: { caseId: subject }, reasonHash }
      const freezeProposalId = parseId(subject)
      if (freezeProposalId === null) return null
      return { kind: 'appeal', against: { freezeProposalId }, reasonHash }
    }
    case 'second_proposal': {
      const against = { secondProposalOf: BigInt(entry.details.appealId) }
      return { kind: 'appeal', against, reasonHash: findReasonHash(parsed, entry) }
    }
  }
}

function buildBallotContent(
  parsed: ParsedCase,
  entry: EntryWithDetails<'proposal' | 'vote'>,
): ConsentContent | null {
  const { proposalId } = entry.details
  const ballot = listBallots(parsed).find(
    ({ proposal }) => proposal.details.proposalId === proposalId,
  )
  if (ballot === undefined || ballot.action === null) return null
  const { action, proposal } = ballot
  return entry.kind === 'proposal'
    ? { kind: 'proposal', action, reasonHash: proposal.entry.textHash ?? '' }
    : { kind: 'vote', proposalId: BigInt(proposalId), action, support: entry.details.support }
}

const parseId = (text: string): bigint | null => (/^[0-9]{1,19}$/.test(text) ? BigInt(text) : null)

/** The reason of a second proposal is that of its proposal where the entry itself has none. */
function findReasonHash(parsed: ParsedCase, second: EntryWithDetails<'second_proposal'>): string {
  const proposal = selectEntries(parsed, 'proposal').find(
    ({ details }) => details.proposalId === second.details.proposalId,
  )
  return second.entry.textHash ?? proposal?.entry.textHash ?? ''
}
