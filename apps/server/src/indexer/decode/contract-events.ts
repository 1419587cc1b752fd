import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import { buildEventTypeId, type EventName } from '@app/contracts/build-event-type-id.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Network } from '@app/values/network.ts'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'

/** Events of the Dharma contracts that are stored as they are; the room `governance` reads them. */
const INDEXED_EVENTS = [
  'DharmaConsent.Accepted',
  'DharmaGovernance.ProposalCreated',
  'DharmaGovernance.VoteCast',
  'DharmaGovernance.StatusChanged',
  'DharmaGovernance.ProposalExecuted',
  'DharmaGovernance.ProposalSuperseded',
  'DharmaProtection.Flagged',
  'DharmaProtection.FlagLifted',
  'DharmaProtection.Frozen',
  'DharmaProtection.FreezeEnded',
  'DharmaProtection.AppealOpened',
  'DharmaProtection.AppealProposedAgain',
  'DharmaProtection.AppealClosed',
  'DharmaProtection.RecoveryOpened',
  'DharmaReports.Reported',
  'DharmaReports.ReportWithdrawn',
  'DharmaReports.Vouched',
  'DharmaReports.VouchWithdrawn',
] as const satisfies readonly EventName[]

/** Name of an event that `chain_contract_event` contains. */
export type IndexedEventName = (typeof INDEXED_EVENTS)[number]

/**
 * Builds a map from event type to name. It has no entries on a network on which the contracts are
 * not deployed.
 */
export function buildContractEventNameByType(
  network: Network,
): ReadonlyMap<string, IndexedEventName> {
  const isDeployed = CONTRACT_ADDRESSES[network].DharmaGovernance !== undefined
  const names = isDeployed ? INDEXED_EVENTS : []
  return new Map(names.map((name) => [buildEventTypeId(name, network), name]))
}

/** Builds the stored row of an event; bigint values become decimal text. */
export function buildContractEventRow(event: ChainEvent, network: Network): NewContractEventRow {
  const { height, txIndex, eventIndex, txId, blockTimeMs, type, fields } = event
  const name = buildContractEventNameByType(network).get(type)
  if (name === undefined) throw new TypeError(`${type} is not an indexed event`)
  return {
    height,
    tx_index: txIndex,
    event_index: eventIndex,
    tx_id: txId,
    block_ms: blockTimeMs,
    type: name,
    fields: JSON.stringify(fields, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  }
}
