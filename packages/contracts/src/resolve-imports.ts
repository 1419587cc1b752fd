import type { CadenceArg } from '@app/flow/decode/cadence-arg.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { CONTRACT_ADDRESSES, type ContractAddresses } from './addresses.ts'

/**
 * A transaction or script with its arguments; `resolveImports` resolves the imports of its Cadence
 * for a network.
 */
export interface CadenceCall {
  /** Path of the source without its extension, such as 'tokens/send_tokens'. */
  name: string
  cadence: string
  args: CadenceArg[]
}

const NAMED_IMPORT = /^import "(\w+)"$/gm

/**
 * Replaces every `import "Name"` with an import from that contract's address on the network, as
 * nodes require; addresses in `contractAddresses` take precedence. Throws `FatalError` when a
 * contract has no address.
 */
export function resolveImports(
  cadence: string,
  network: Network,
  contractAddresses: ContractAddresses = {},
): string {
  return cadence.replaceAll(NAMED_IMPORT, (_, name: string) => {
    return `import ${name} from ${contractAddresses[name] ?? getContractAddress(name, network)}`
  })
}

/** Lists the names that the Cadence imports, in source order. */
export function listImports(cadence: string): string[] {
  return [...cadence.matchAll(NAMED_IMPORT)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  )
}

/**
 * Address of a contract on a network: from flow.json, or of the chain itself. Throws `FatalError` when
 * it has none.
 */
export function getContractAddress(name: string, network: Network): string {
  const { systemContracts }: { systemContracts: ContractAddresses } = NETWORKS[network]
  const address = CONTRACT_ADDRESSES[network][name] ?? systemContracts[name]
  if (address === undefined) {
    throw new FatalError(
      `Contract ${name} has no address on ${network}; add an alias to flow.json.`,
    )
  }
  return address
}

/** The events of the Dharma contracts that TypeScript reads. */
export const EVENT_NAMES = [
  'DharmaConsent.Accepted',
  'DharmaCustody.Deposited',
  'DharmaCustody.StoragePaid',
  'DharmaCustody.StorageReturned',
  'DharmaCustody.Withdrawn',
  'DharmaGovernance.ProposalCreated',
  'DharmaGovernance.ProposalExecuted',
  'DharmaGovernance.VoteCast',
  'DharmaProposals.StatusChanged',
  'DharmaProtection.AppealClosed',
  'DharmaProtection.AppealOpened',
  'DharmaProtection.FlagBarred',
  'DharmaProtection.FlagLifted',
  'DharmaProtection.Flagged',
  'DharmaProtection.FreezeEnded',
  'DharmaProtection.FreezeOverruled',
  'DharmaProtection.Frozen',
  'DharmaRecheck.RecheckDue',
  'DharmaReports.ReportWithdrawn',
  'DharmaReports.Reported',
  'DharmaReports.VouchWithdrawn',
  'DharmaReports.Vouched',
  'DharmaScore.PublisherDismissed',
  'DharmaScore.ScorePublished',
  'DharmaVault.Closed',
  'DharmaVault.Opened',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

/**
 * Builds the type id of an event on a network, as nodes use it. Throws `FatalError` when its
 * contract has no address there.
 */
export function buildEventTypeId(name: EventName, network: Network): string {
  const [contract = ''] = name.split('.')
  return `A.${getContractAddress(contract, network).slice(2)}.${name}`
}
