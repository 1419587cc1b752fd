import type { CaseEntryKind } from '@app/api/schemas/case.ts'
import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import { buildConsentMessage, buildOwnerStatementMessage } from '@app/contracts/consent-message.ts'
import { DAY_SECONDS, MAX_VALIDITY_SECONDS } from '@app/rules/constants.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { allowRange, type Finding, refuse } from '../check.ts'
import { findMessagesFinding, type PlacedMessage } from '../signatures.ts'
import { buildVoteText, type FindVote, rebuildMessage } from '../signed-texts.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'
import { getTime, parseAction } from './replay-case.ts'

/** Kinds of entries that a wallet signed, and how long after it a message may be valid, in seconds. */
const VALIDITY = {
  proposal: MAX_VALIDITY_SECONDS.proposals,
  vote: MAX_VALIDITY_SECONDS.votes,
  appeal: MAX_VALIDITY_SECONDS.appeals,
  owner_statement: DAY_SECONDS,
} as const

type SignedEntryOfKind = EntryWithDetails<keyof typeof VALIDITY>

/** An entry that somebody signed. */
interface SignedEntry {
  entry: EntryWithDetails<CaseEntryKind>
  /** Such as entries[3].message. */
  path: string
  signer: Address
  message: SignedMessage
}

/** Lists the entries of a case that wallets signed, and the clearances that the agent signed, in the order of the file. */
export function listSignedEntries({ entries }: ParsedCase): SignedEntry[] {
  return entries.flatMap((entry) => {
    const { message, by } = entry.entry
    if (message === null || by === null) return []
    return { entry, path: `${entry.path}.message`, signer: toAddress(by), message }
  })
}

/** Checks the signatures of all messages. Undecided where the file says that it has none. */
export function findSignatureFinding(parsed: ParsedCase): Finding {
  const signed = listSignedEntries(parsed).map(
    ({ path, message, entry }): PlacedMessage => ({
      ...{ path, message },
      ...(entry.kind === 'clearance' && { minWeight: 0 }),
    }),
  )
  // Clearances that were signed long ago lack the key.
  const [known, unknown] = [signed.filter(hasKeys), signed.filter((one) => !hasKeys(one))]
  const finding = findMessagesFinding(known)
  if (finding !== null) return finding
  const unsigned = selectEntries(parsed, 'clearance').find(
    ({ path, entry }) =>
      entry.message === null || unknown.some((one) => one.path === `${path}.message`),
  )
  return unsigned === undefined
    ? null
    : { because: `The clearance ${unsigned.path} is without its signature, or without the key.` }
}

const hasKeys = ({ message, minWeight }: PlacedMessage): boolean =>
  minWeight === undefined || message.signatures.every(({ publicKey }) => publicKey !== '')

/** Rebuilds what was signed for an entry; the message of a proposal of an appeal is that of the appeal. */
export function rebuildCaseMessage(
  parsed: ParsedCase,
  entry: EntryWithDetails<CaseEntryKind>,
): unknown {
  const { message, by, text } = entry.entry
  if (entry.kind === 'clearance') {
    return message && { ...message, text: text ?? message.text, sequence: 0, validUntil: 0 }
  }
  if (!isSigned(entry)) return null
  if (by === null || message === null) return refuse('the message that the wallet signed')
  return rebuildMessage(message, {
    build: () => buildSignedText(parsed, { entry, message, signer: toAddress(by) }),
    at: entry.kind === 'vote' ? getTime(entry) : entry.atSeconds,
    validForSeconds: VALIDITY[entry.kind],
    sequence: expectSequence(parsed, entry, message),
  })
}

const isSigned = (entry: EntryWithDetails<CaseEntryKind>): entry is SignedEntryOfKind =>
  Object.hasOwn(VALIDITY, entry.kind) && !(entry.kind === 'proposal' && entry.details.isAppeal)

/** Each statement of the owner has a higher number than the one before it. */
function expectSequence(
  parsed: ParsedCase,
  entry: SignedEntryOfKind,
  { sequence }: SignedMessage,
): unknown {
  if (entry.kind !== 'owner_statement') return sequence
  const statements = selectEntries(parsed, 'owner_statement')
  const before = statements[statements.indexOf(entry) - 1]?.details.sequence ?? 0
  return allowRange(before + 1, Number.MAX_SAFE_INTEGER)
}

/** Builds the text that the entry gives; `null` when it names a proposal that the case does not have as it is titled. */
function buildSignedText(
  parsed: ParsedCase,
  signed: Omit<SignedEntry, 'path'> & { entry: SignedEntryOfKind },
): string | null {
  const { contract, network, caseId } = parsed.file
  const { entry, signer: address, message } = signed
  const numbers = { sequence: BigInt(message.sequence), validUntil: BigInt(message.validUntil) }
  const context = { contract: toAddress(contract), network, address, ...numbers }
  const textHash = entry.entry.textHash ?? ''
  if (entry.kind === 'owner_statement') {
    return buildOwnerStatementMessage(context, { caseId, textHash })
  }
  if (entry.kind === 'appeal') {
    const number = BigInt(entry.details.number)
    const isOfFlag = entry.details.against === 'flag'
    const against = isOfFlag ? { flagNumber: number } : { freezeNumber: number }
    return buildConsentMessage(context, { kind: 'appeal', against, reasonHash: textHash })
  }
  const action = findAction(parsed, entry.details.proposalId)
  if (action === null) return null
  if (entry.kind === 'proposal') {
    return buildConsentMessage(context, { kind: 'proposal', action, reasonHash: textHash })
  }
  const { proposalId, support } = entry.details
  return buildVoteText(
    context,
    { proposalId: BigInt(proposalId), action, support },
    { stated: message.text, findVote: createFinder(parsed, entry) },
  )
}

const findAction = (parsed: ParsedCase, proposalId: number) => {
  const proposal = selectEntries(parsed, 'proposal').find(
    ({ details }) => details.proposalId === proposalId,
  )
  return proposal === undefined ? null : parseAction(parsed, proposal)
}

/** A case has every vote on its own proposals; a message can carry votes on others. */
function createFinder(
  parsed: ParsedCase,
  { entry: { by, txId }, details: { sequence } }: EntryWithDetails<'vote'>,
): FindVote {
  return (proposalId) => {
    const action = findAction(parsed, proposalId)
    if (action === null) return undefined
    const vote = selectEntries(parsed, 'vote').find(
      ({ entry, details }) =>
        details.proposalId === proposalId &&
        entry.by === by &&
        entry.txId === txId &&
        details.sequence === sequence,
    )
    if (vote === undefined) return null
    return { proposalId: BigInt(proposalId), action, support: vote.details.support }
  }
}
