import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

/** Who signs for which deployment of the contracts, with which number; the number must be above the last used. */
export interface ConsentContext {
  /** Account of the Dharma contracts. */
  contract: Address
  network: Network
  address: Address
  sequence: bigint
}

export interface VoteChoice {
  proposalId: bigint
  /** freeze, unfreeze or recover: the proposal's own. */
  action: string
  target: Address
  support: boolean
}

export interface ProposalDraft {
  action: string
  target: Address
  /** SHA-256 of the reason in UTF-8, 64 hex digits in lower case. */
  reasonHash: string
}

/** Text that a person signs (tag FLOW-V0.0-user) to vote; equal to what DharmaGovernance writes by itself. */
export function voteMessage(context: ConsentContext, vote: VoteChoice): string {
  const details = [
    `Proposal: ${vote.proposalId}`,
    `Action: ${vote.action}`,
    `Target: ${vote.target}`,
    `Choice: ${vote.support ? 'for' : 'against'}`,
  ]
  return messageOf(context, { subject: 'vote', role: 'Voter', details })
}

/** Text that a person signs to propose; equal to what DharmaGovernance writes by itself. */
export function proposalMessage(context: ConsentContext, draft: ProposalDraft): string {
  const details = [
    `Action: ${draft.action}`,
    `Target: ${draft.target}`,
    `Reason SHA-256: ${draft.reasonHash}`,
  ]
  return messageOf(context, { subject: 'proposal', role: 'Proposer', details })
}

/** Text that a marked account signs to appeal; equal to what DharmaProtection writes by itself. */
export function appealMessage(context: ConsentContext, reasonHash: string): string {
  const details = [`Reason SHA-256: ${reasonHash}`]
  return messageOf(context, { subject: 'appeal', role: 'Appellant', details })
}

/** Text that a person signs to flag an address on-chain; equal to what DharmaProtection writes by itself. */
export function reportMessage(
  context: ConsentContext,
  report: { target: Address; reasonHash: string },
): string {
  const details = [`Target: ${report.target}`, `Reason SHA-256: ${report.reasonHash}`]
  return messageOf(context, { subject: 'flag', role: 'Reporter', details })
}

/** Text that a person signs to take the own flag back; equal to what DharmaProtection writes by itself. */
export function reportWithdrawalMessage(context: ConsentContext, target: Address): string {
  const details = [`Target: ${target}`]
  return messageOf(context, { subject: 'flag withdrawal', role: 'Reporter', details })
}

interface Parts {
  subject: string
  role: string
  details: string[]
}

function messageOf(context: ConsentContext, { subject, role, details }: Parts): string {
  return [
    `Dharma Guard ${subject}`,
    `Contract: ${context.contract}`,
    `Network: ${context.network}`,
    ...details,
    `${role}: ${context.address}`,
    `Sequence: ${context.sequence}`,
  ].join('\n')
}
