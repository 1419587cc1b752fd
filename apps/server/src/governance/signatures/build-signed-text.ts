import { buildConsentMessage, type GovernanceAction } from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { ProposalAction } from '../../db/tables/dao-tables.ts'

/** A signed vote or proposal, as the dao_* tables have it. */
export interface SignedItem {
  series: 'votes' | 'proposals'
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
    /** The case whose flag alone it lifts. */
    appealedCaseId: string | null
  }
  /** The choice of a vote; null for a proposal. */
  support: boolean | null
}

/**
 * Builds the text that the signer signed. Throws `TypeError` when the title of a recovery does not
 * have the form of the contract.
 */
export function buildSignedText(item: SignedItem, network: Network): string {
  const { signer, sequence, validUntil, proposal, support } = item
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  const numbers = { sequence: BigInt(sequence), validUntil: BigInt(validUntil) }
  const context = { contract, network, address: signer, ...numbers }
  const action = toGovernanceAction(proposal)
  if (support === null) {
    const { reasonHash } = proposal
    return buildConsentMessage(context, { kind: 'proposal', action, reasonHash })
  }
  const proposalId = BigInt(proposal.id)
  return buildConsentMessage(context, { kind: 'vote', proposalId, action, support })
}

function toGovernanceAction(proposal: SignedItem['proposal']): GovernanceAction {
  const { action: name, target, appealedCaseId } = proposal
  switch (name) {
    case 'freeze':
      return { name, target }
    case 'unfreeze':
      return { name, target, appealedCaseId }
    case 'recover':
      return { name, target, ...parseRecoveryTitle(proposal.title) }
  }
}

/** Source: `DharmaGovernanceActions.Recover.title`. */
const RECOVERY_TITLE =
  /to (0x[0-9a-f]{16}), its recovery address since (\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC, before: (none|0x[0-9a-f]{16})$/

function parseRecoveryTitle(title: string) {
  const [, to, day, time, before] = RECOVERY_TITLE.exec(title) ?? []
  if (to === undefined || before === undefined) {
    throw new TypeError(`The title of a recovery has an unexpected form: ${title}`)
  }
  return {
    recoveryAddress: toAddress(to),
    recoveryAddressSince: BigInt(Date.parse(`${day}T${time}:00Z`) / 1000),
    recoveryAddressBefore: before === 'none' ? null : toAddress(before),
  }
}
