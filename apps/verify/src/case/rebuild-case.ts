import { createHash } from 'node:crypto'
import type { CaseEntry, CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import { Allowed, type Difference, findFirstDifference, refuse } from '../check.ts'
import type { PlacedMessage } from '../signatures.ts'
import { rebuildMessage, type SignedContent } from '../signed-texts.ts'
import { type Count, countAgain } from '../votes/count-again.ts'
import { selectEntries } from './case-file.ts'

/** Compares a file with what follows from its other fields: hashes, the texts that were signed, sums and what it says of itself. */
export function findCaseDifference(file: CaseFile): Difference | null {
  const { entries } = file
  const rebuilt = entries.map((entry, index) => rebuildEntry(file, entry, index))
  return (
    findFirstDifference('entries', rebuilt, entries) ??
    findFirstDifference('', { ...file, ...rebuildHead(file) }, file)
  )
}

function rebuildHead(file: CaseFile): Partial<Record<keyof CaseFile, unknown>> {
  const { entries, network, address } = file
  const [first, last] = [entries[0], entries.at(-1)]
  const accusations = selectEntries(file, 'warning', 'flag')
  const codes = accusations.map(({ entry }) => entry.details.reasonCode)
  const stated = selectEntries(file, 'owner_statement').at(-1)?.entry
  const isOfNetwork = toAccountIndex(toAddress(address), network) !== null
  return {
    address: isOfNetwork ? address : refuse(`an address of ${network}`),
    contract: getContractAddress('DharmaGovernance', network),
    kind: accusations.length === 0 ? 'freeze' : 'accusation',
    reasonCode: codes.length === 0 ? null : allowOneOf(codes),
    isAutomated: accusations.some(({ entry }) => entry.kind === 'warning'),
    openedAt: first?.at,
    changedAt: last?.at,
    entryCount: entries.length,
    headHash: last?.hash ?? refuse('of at least one entry'),
    ownerStatement: stated === undefined ? null : { at: stated.at, text: stated.text },
  }
}

const allowOneOf = (values: readonly string[]): Allowed =>
  new Allowed(values.join(' or '), (found) => values.includes(String(found)))

type Part = 'by' | 'textHash' | 'txId' | 'message'

/** What entries of a kind can have; all else is null. */
const PARTS: Readonly<Record<CaseEntryKind, readonly Part[]>> = {
  inputs: [],
  warning: ['by', 'textHash'],
  flag: ['by', 'textHash', 'txId'],
  lift: ['by', 'txId'],
  proposal: ['by', 'textHash', 'txId', 'message'],
  vote: ['by', 'txId', 'message'],
  voting_end: [],
  execution: ['txId'],
  freeze: ['txId'],
  freeze_end: [],
  appeal: ['by', 'textHash', 'txId', 'message'],
  appeal_outcome: [],
  owner_statement: ['by', 'textHash', 'message'],
  clearance: ['by', 'textHash', 'message'],
}

function rebuildEntry(file: CaseFile, entry: CaseEntry, index: number): object {
  const before = file.entries[index - 1]
  const { kind, textHash, withheld } = entry
  const has = (part: Part) => PARTS[kind].includes(part)
  return {
    ...entry,
    number: index + 1,
    at: allowFrom(before?.at ?? entry.at),
    by: has('by') ? rebuildAuthor(file, entry) : null,
    details: rebuildDetails(file, entry, index),
    textHash: has('textHash') ? textHash : null,
    txId: has('txId') ? rebuildTxId(entry) : null,
    previousHash: before?.hash ?? FIRST_PREVIOUS_HASH,
    hash: hashCaseEntry(file, entry),
    text: rebuildText(entry),
    withheld: textHash === null ? null : withheld,
    message: has('message') ? rebuildEntryMessage(file, entry) : null,
  }
}

/** An accusation that never was a flag is withdrawn without a transaction. */
const rebuildTxId = ({ kind, details, txId }: CaseEntry): unknown =>
  txId ?? (kind === 'lift' && details.number === null ? null : refuse('the id of a transaction'))

/** Entries are appended. */
const allowFrom = (before: string): Allowed =>
  new Allowed(`${before} or later, as the entry before it`, (found) => String(found) >= before)

/** `previousHash` of the first entry of a case. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** Computes the hash of an entry: SHA-256, in hex, of canonical JSON (RFC 8785). */
export function hashCaseEntry(
  { address, caseId }: Pick<CaseFile, 'address' | 'caseId'>,
  entry: Omit<CaseEntry, 'hash' | 'text' | 'withheld' | 'message'>,
): string {
  const { number, kind, at, by, details, textHash, txId, previousHash } = entry
  const hashed = { number, kind, at, by, details, textHash, txId, previousHash }
  return sha256(toCanonicalJson({ address, caseId, ...hashed }))
}

/** Computes the SHA-256, in hex, of a text in UTF-8. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')

function rebuildText({ text, textHash, withheld }: CaseEntry): unknown {
  if (textHash === null || withheld !== null) return null
  return sha256(text ?? '') === textHash ? text : refuse(`the text with the SHA-256 ${textHash}`)
}

/** Only the owner states and appeals. */
const rebuildAuthor = ({ address }: CaseFile, { kind, by }: CaseEntry): unknown =>
  kind === 'owner_statement' || kind === 'appeal' ? address : by

/** What made a proposal void, so that it expired, is no part of the count. */
function rebuildDetails(file: CaseFile, { kind, details }: CaseEntry, index: number): object {
  if (kind !== 'voting_end') return details
  const { proposalId } = details
  const ended = selectEntries({ entries: file.entries.slice(0, index) }, 'voting_end')
  if (ended.some(({ entry }) => entry.details.proposalId === proposalId)) {
    return { ...details, proposalId: refuse('of a proposal whose voting did not end before') }
  }
  const count = countVotesOn(file, details.proposalId)
  if (count === null) return { ...details, proposalId: refuse('of a proposal of the case') }
  const result = details.result === 'expired' ? details.result : count.result
  return { ...details, ...count.sums, result }
}

const findProposal = (file: CaseFile, id: number) =>
  selectEntries(file, 'proposal').find(({ entry }) => entry.details.proposalId === id)?.entry

/** Counts all votes of a case on a proposal; `null` where the case does not have it. */
export function countVotesOn(file: CaseFile, proposalId: number): Count | null {
  const proposal = findProposal(file, proposalId)
  const votes = selectEntries(file, 'vote')
    .filter(({ entry }) => entry.details.proposalId === proposalId)
    .map(({ entry: { by: voter, details } }) => ({ voter, ...details }))
  return proposal === undefined ? null : countAgain(proposal.details, votes)
}

/** A message that a wallet signed for an entry, or the agent for a clearance. */
interface EntryMessage extends PlacedMessage {
  txId: string | null
}

/** Lists what was signed, in the order of the file. */
export const listMessages = ({ entries }: CaseFile): EntryMessage[] =>
  entries.flatMap(({ message, by, txId }, index) =>
    message === null || by === null
      ? []
      : { path: `entries[${index}].message`, signer: toAddress(by), message, txId },
  )

/** The message of a proposal of an appeal is that of the appeal; a clearance is signed outside of every series. */
function rebuildEntryMessage(file: CaseFile, entry: CaseEntry): unknown {
  const { message, by, kind, details, text } = entry
  if (kind === 'proposal' && details.isAppeal) return null
  if (message === null || by === null) return refuse('a signed message')
  if (kind === 'clearance') {
    return { ...message, text: text ?? message.text, sequence: 0, validUntil: 0 }
  }
  const { contract, network } = file
  const sequence = 'sequence' in details ? details.sequence : message.sequence
  const content = buildContent(file, entry)
  return rebuildMessage(message, { contract, network, signer: by, sequence, content })
}

function buildContent(file: CaseFile, entry: CaseEntry): SignedContent | null {
  const textHash = entry.textHash ?? ''
  switch (entry.kind) {
    case 'owner_statement':
      return { kind: 'owner statement', caseId: file.caseId, textHash }
    case 'appeal': {
      const { against, number } = entry.details
      const named = BigInt(number)
      const subject = against === 'flag' ? { flagNumber: named } : { freezeNumber: named }
      return { kind: 'appeal', against: subject, reasonHash: textHash }
    }
    case 'proposal': {
      const action = findAction(file, entry.details.proposalId)
      return action && { kind: 'proposal', action, reasonHash: textHash }
    }
    case 'vote': {
      const { proposalId, support } = entry.details
      const action = findAction(file, proposalId)
      return (
        action && { kind: 'vote', votes: [{ proposalId: BigInt(proposalId), action, support }] }
      )
    }
    default:
      return null
  }
}

/** Returns what a proposal does; `null` when the case lacks it, or its title is not the contract's. */
function findAction(file: CaseFile, proposalId: number) {
  const proposal = findProposal(file, proposalId)
  if (proposal === undefined) return null
  const { action, title } = proposal.details
  return parseProposalTitle({ action, target: toAddress(file.address), title })
}
