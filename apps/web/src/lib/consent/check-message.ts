import type { ProposalAction } from '@app/api/schemas/governance/proposal.ts'
import type { Message } from '@app/api/schemas/message.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
  type RecoveryAddress,
} from '@app/contracts/consent-message.ts'
import { type Address, parseAddress, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { SigningError } from '../wallet-session.ts'

/** What the user wants to sign, as the page shows it. */
export interface Intention {
  address: Address
  network: Network
  action: ProposalAction
  targetAddress: string
  subject:
    | { kind: 'vote'; proposalId: number; support: boolean }
    | { kind: 'proposal'; reasonHash: string }
}

const MISMATCH =
  'The text that the server offers for signing is not the one for what you asked. Nothing was signed. Reload the page, and report it if it happens again.'

/**
 * Returns the text to sign, built here from what the page shows. Throws `SigningError` unless the server offers
 * exactly this text.
 */
export function checkMessage(offered: Message, intention: Intention): string {
  const { action, network } = offered
  const isSameAction =
    action?.name === intention.action &&
    action.targetAddress === parseAddress(intention.targetAddress)
  if (!isSameAction || network !== intention.network) throw new SigningError(MISMATCH)
  const text = buildText(offered, intention)
  if (text !== offered.text) throw new SigningError(MISMATCH)
  return text
}

/** Returns null when the server's values are not those of any message. */
function buildText(offered: Message, { address, network, subject }: Intention) {
  try {
    const context = {
      contract: toAddress(offered.contract),
      network,
      address,
      sequence: BigInt(offered.sequence),
      validUntil: BigInt(offered.validUntil),
    }
    return buildConsentMessage(context, toConsentContent(subject, toAction(offered.action)))
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

function toConsentContent(subject: Intention['subject'], action: GovernanceAction): ConsentContent {
  return subject.kind === 'vote'
    ? { ...subject, action, proposalId: BigInt(subject.proposalId) }
    : { ...subject, action }
}

/** Throws `TypeError` when a value of the action is missing. */
function toAction(action: Message['action']): GovernanceAction {
  const target = toAddress(action?.targetAddress ?? '')
  switch (action?.name) {
    case 'freeze':
      return { name: 'freeze', target }
    case 'unfreeze':
      return { name: 'unfreeze', target, appealedCaseId: action.appealedCaseId ?? null }
    case 'recover':
      return { name: 'recover', target, ...toRecoveryAddress(action) }
    case undefined:
      throw new TypeError('The message has no action')
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
