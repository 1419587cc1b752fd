import type { Message } from '@app/api/schemas/message.ts'
import type { VoteChoice } from '@app/api/schemas/proposal.ts'
import {
  buildConsentMessage,
  buildOwnerStatementMessage,
  type ConsentContent,
  type ConsentContext,
  type GovernanceAction,
  type RecoveryAddress,
  type SignedVote,
} from '@app/contracts/consent-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { AppealSubject, ProposalAction } from '@app/values/governance.ts'
import type { Network } from '@app/values/network.ts'
import { SigningError } from '../wallet-session.ts'

export interface Intention {
  address: Address
  network: Network
  /** The signer itself in an appeal and in a statement of an owner. */
  targetAddress: string
  subject: Subject
}

/** A vote on a proposal with the numbers that the page shows of it. All votes of one message have the same target. */
interface PlannedVote extends VoteChoice {
  action: ProposalAction
  flagNumber?: number | undefined
  freezeNumber?: number | undefined
}

export type Subject =
  | { kind: 'vote'; votes: readonly PlannedVote[] }
  | { kind: 'proposal'; action: ProposalAction; reasonHash: string }
  | { kind: 'report'; reasonHash: string }
  | { kind: 'report withdrawal' }
  | { kind: 'appeal'; against: AppealSubject; reasonHash: string }
  | { kind: 'owner statement'; caseId: string; textHash: string }

type OfferedAction = NonNullable<Message['actions']>[number]

const MISMATCH =
  'The text that the server offers for signing is not the one for what you asked. Nothing was signed. Reload the page, and report it if it happens again.'

/**
 * Returns the text to sign, built here from what the page shows. Throws `SigningError` unless the server offers
 * exactly this text.
 */
export function checkMessage(offered: Message, intention: Intention): string {
  const text = buildOfferedText(offered, intention)
  if (text !== offered.text) throw new SigningError(MISMATCH)
  return text
}

/**
 * Returns the text to sign, built here from what the page shows and the numbers that the server offered. Throws
 * `SigningError` when these cannot be those of such a message.
 */
export function buildOfferedText(offered: Omit<Message, 'text'>, intention: Intention): string {
  const { address, network, subject, targetAddress } = intention
  try {
    if (offered.network !== network) throw new TypeError('The message is for another network')
    const context: ConsentContext = {
      contract: toAddress(offered.contract),
      network,
      address,
      sequence: BigInt(offered.sequence),
      validUntil: BigInt(offered.validUntil),
    }
    if (subject.kind === 'owner statement') return buildOwnerStatementMessage(context, subject)
    const target = toAddress(targetAddress.toLowerCase())
    return buildConsentMessage(context, toConsentContent(subject, target, offered.actions ?? []))
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new SigningError(MISMATCH)
    throw error
  }
}

/** Throws `TypeError` when the offered action is another one. */
function toConsentContent(
  subject: Exclude<Subject, { kind: 'owner statement' }>,
  target: Address,
  offered: readonly OfferedAction[],
): ConsentContent {
  switch (subject.kind) {
    case 'vote':
      return {
        kind: 'vote',
        votes: subject.votes.map((vote, index) => toSignedVote(vote, offered[index], target)),
      }
    case 'proposal':
      return { ...subject, action: toAction(offered[0], subject.action, target) }
    case 'report':
    case 'report withdrawal':
      return { ...subject, target }
    case 'appeal':
      return { ...subject, against: toAppealedDecision(subject.against) }
  }
}

function toAppealedDecision(
  against: AppealSubject,
): Extract<ConsentContent, { kind: 'appeal' }>['against'] {
  if ('flagNumber' in against) return { flagNumber: BigInt(against.flagNumber) }
  return { freezeNumber: BigInt(against.freezeNumber) }
}

/** Throws `TypeError` when the server offers other numbers than the page shows. */
function toSignedVote(
  vote: PlannedVote,
  offered: OfferedAction | undefined,
  target: Address,
): SignedVote {
  const action = toAction(offered, vote.action, target)
  if (offered?.flagNumber !== vote.flagNumber || offered?.freezeNumber !== vote.freezeNumber) {
    throw new TypeError('The proposal names another flag or freeze')
  }
  return { proposalId: BigInt(vote.proposalId), action, support: vote.support }
}

/** Adds what only the server knows. Throws `TypeError` when it offers another action, or a value is missing. */
function toAction(
  offered: OfferedAction | undefined,
  name: ProposalAction,
  target: Address,
): GovernanceAction {
  if (offered?.name !== name || offered.targetAddress !== target) {
    throw new TypeError('The message has another action')
  }
  switch (name) {
    case 'freeze':
      return { name, target }
    case 'unfreeze':
      return {
        name,
        target,
        flagNumber: toNumber(offered.flagNumber),
        freezeNumber: toNumber(offered.freezeNumber),
      }
    case 'recover': {
      const freezeNumber = toNumber(offered.freezeNumber)
      if (freezeNumber === null) throw new TypeError('freezeNumber is missing')
      return { name, target, freezeNumber, ...toRecoveryAddress(offered) }
    }
  }
}

const toNumber = (value: number | undefined): bigint | null =>
  value === undefined ? null : BigInt(value)

function toRecoveryAddress(action: OfferedAction): RecoveryAddress {
  const { recoveryAddress, recoveryAddressSince, recoveryAddressBefore } = action
  if (recoveryAddressSince === undefined) throw new TypeError('recoveryAddressSince is missing')
  return {
    recoveryAddress: toAddress(recoveryAddress ?? ''),
    recoveryAddressSince: BigInt(recoveryAddressSince),
    recoveryAddressBefore:
      recoveryAddressBefore === undefined ? null : toAddress(recoveryAddressBefore),
  }
}
