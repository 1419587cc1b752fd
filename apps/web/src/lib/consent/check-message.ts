import type { ProposalAction } from '@app/api/schemas/proposal.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
} from '@app/contracts/consent-message.ts'
import { type Address, parseAddress, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { SigningError } from '../wallet-session.ts'
import type { OfferedMessage } from './request-message.ts'

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
export function checkMessage(offered: OfferedMessage, intention: Intention): string {
  const { action, network } = offered
  const isSameAction =
    action.name === intention.action && action.target === parseAddress(intention.targetAddress)
  if (!isSameAction || network !== intention.network) throw new SigningError(MISMATCH)
  const text = buildText(offered, intention)
  if (text !== offered.text) throw new SigningError(MISMATCH)
  return text
}

/** Returns null when the server's values are not those of any message. */
function buildText(offered: OfferedMessage, { address, network, subject }: Intention) {
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

function toAction(action: OfferedMessage['action']): GovernanceAction {
  const target = toAddress(action.target)
  if (action.name !== 'recover') return { ...action, target }
  const { recoveryAddressBefore } = action
  return {
    ...action,
    target,
    recoveryAddress: toAddress(action.recoveryAddress),
    recoveryAddressSince: BigInt(action.recoveryAddressSince),
    recoveryAddressBefore: recoveryAddressBefore === null ? null : toAddress(recoveryAddressBefore),
  }
}
