import type { ProposalAction } from '@app/api/schemas/governance/proposal.ts'
import type { Message } from '@app/api/schemas/message.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
  type RecoveryAddress,
} from '@app/contracts/consent-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { SigningError } from '../wallet-session.ts'

/** What the user wants to sign, as the page shows it. */
export interface Intention {
  address: Address
  network: Network
  targetAddress: string
  subject: Subject
}

type Subject =
  | { kind: 'vote'; action: ProposalAction; proposalId: number; support: boolean }
  | { kind: 'proposal'; action: ProposalAction; reasonHash: string }
  | { kind: 'report'; reasonHash: string }
  | { kind: 'report withdrawal' }

const MISMATCH =
  'The text that the server offers for signing is not the one for what you asked. Nothing was signed. Reload the page, and report it if it happens again.'

/**
 * Returns the text to sign, built here from what the page shows. Throws `SigningError` unless the server offers
 * exactly this text.
 */
export function checkMessage(offered: Message, intention: Intention): string {
  if (offered.network !== intention.network) throw new SigningError(MISMATCH)
  const text = buildText(offered, intention)
  if (text !== offered.text) throw new SigningError(MISMATCH)
  return text
}

/** Returns null when the server's values are not those of any message, or are of another action. */
function buildText(offered: Message, intention: Intention) {
  try {
    const context = {
      contract: toAddress(offered.contract),
      network: intention.network,
      address: intention.address,
      sequence: BigInt(offered.sequence),
      validUntil: BigInt(offered.validUntil),
    }
    return buildConsentMessage(context, toConsentContent(intention, offered.action))
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

/** Throws `TypeError` when the offered action is another one. */
function toConsentContent(
  { subject, targetAddress }: Intention,
  offered: Message['action'],
): ConsentContent {
  const target = toAddress(targetAddress.toLowerCase())
  switch (subject.kind) {
    case 'vote':
      return {
        kind: 'vote',
        proposalId: BigInt(subject.proposalId),
        action: toAction(offered, subject.action, target),
        support: subject.support,
      }
    case 'proposal':
      return { ...subject, action: toAction(offered, subject.action, target) }
    case 'report':
    case 'report withdrawal':
      return { ...subject, target }
  }
}

/** Adds what only the server knows. Throws `TypeError` when it offers another action, or a value is missing. */
function toAction(
  offered: Message['action'],
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
      return { name, target, appealedCaseId: offered.appealedCaseId ?? null }
    case 'recover':
      return { name, target, ...toRecoveryAddress(offered) }
  }
}

function toRecoveryAddress(action: NonNullable<Message['action']>): RecoveryAddress {
  const { recoveryAddress, recoveryAddressSince, recoveryAddressBefore } = action
  if (recoveryAddressSince === undefined) throw new TypeError('recoveryAddressSince is missing')
  return {
    recoveryAddress: toAddress(recoveryAddress ?? ''),
    recoveryAddressSince: BigInt(recoveryAddressSince),
    recoveryAddressBefore:
      recoveryAddressBefore === undefined ? null : toAddress(recoveryAddressBefore),
  }
}
