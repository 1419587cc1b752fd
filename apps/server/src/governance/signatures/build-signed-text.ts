import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
  type SignedAppealSubject,
} from '@app/contracts/consent-message.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import type { Network } from '@app/values/network.ts'

/** What the title of a proposal is of. */
export interface TitledProposal {
  id: number
  action: ProposalAction
  target: Address
  title: string
}

/** What a message says. */
export type SignedContent =
  /** In the order of the text. */
  | { series: 'votes'; votes: readonly (TitledProposal & { support: boolean })[] }
  | { series: 'proposals'; proposal: TitledProposal; reasonHash: string }
  | { series: 'appeals'; against: SignedAppealSubject; reasonHash: string }

/** Signed votes, a proposal or an appeal, as the dao_* tables have them. */
export type SignedItem = SignedContent & {
  signer: Address
  sequence: number
  /** Unix seconds. */
  validUntil: number
}

/**
 * Builds the text that the signer signed. Throws `TypeError` when the title does not have the form
 * of the contract.
 */
export function buildSignedText(item: SignedItem, network: Network): string {
  const { signer, sequence, validUntil } = item
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  const numbers = { sequence: BigInt(sequence), validUntil: BigInt(validUntil) }
  return buildConsentMessage({ contract, network, address: signer, ...numbers }, toContent(item))
}

function toContent(item: SignedContent): ConsentContent {
  switch (item.series) {
    case 'votes': {
      const votes = item.votes.map(({ support, ...proposal }) => ({
        proposalId: BigInt(proposal.id),
        action: toGovernanceAction(proposal),
        support,
      }))
      return { kind: 'vote', votes }
    }
    case 'proposals': {
      const { reasonHash, proposal } = item
      return { kind: 'proposal', action: toGovernanceAction(proposal), reasonHash }
    }
    case 'appeals': {
      const { against, reasonHash } = item
      return { kind: 'appeal', against, reasonHash }
    }
  }
}

function toGovernanceAction({ action, target, title }: TitledProposal): GovernanceAction {
  const parsed = parseProposalTitle({ action, target, title })
  if (parsed !== null) return parsed
  throw new TypeError(`The title of a proposal to ${action} has an unexpected form: ${title}`)
}
