import {
  type AppealSubject,
  buildConsentMessage,
  type GovernanceAction,
} from '@app/contracts/consent-message.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { ProposalAction } from '../../db/tables/dao-tables.ts'

/** A signed vote, proposal or appeal, as the dao_* tables have it. */
export interface SignedItem {
  series: 'votes' | 'proposals' | 'appeals'
  signer: Address
  sequence: number
  /** Unix seconds. */
  validUntil: number
  proposal: {
    id: number
    action: ProposalAction
    target: Address
    title: string
    reasonHash: string
  }
  /** The choice of a vote; null for others. */
  support: boolean | null
  /** What an appeal is against; null for others. */
  against: AppealSubject | null
}

/**
 * Builds the text that the signer signed. Throws `TypeError` when the title does not have the form
 * of the contract.
 */
export function buildSignedText(item: SignedItem, network: Network): string {
  const { signer, sequence, validUntil, proposal, support, against } = item
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  const numbers = { sequence: BigInt(sequence), validUntil: BigInt(validUntil) }
  const context = { contract, network, address: signer, ...numbers }
  if (against !== null) {
    const { reasonHash } = proposal
    return buildConsentMessage(context, { kind: 'appeal', against, reasonHash })
  }
  const action = toGovernanceAction(proposal)
  if (support === null) {
    const { reasonHash } = proposal
    return buildConsentMessage(context, { kind: 'proposal', action, reasonHash })
  }
  const proposalId = BigInt(proposal.id)
  return buildConsentMessage(context, { kind: 'vote', proposalId, action, support })
}

function toGovernanceAction({ action, target, title }: SignedItem['proposal']): GovernanceAction {
  const parsed = parseProposalTitle({ action, target, title })
  if (parsed !== null) return parsed
  throw new TypeError(`The title of a proposal to ${action} has an unexpected form: ${title}`)
}
