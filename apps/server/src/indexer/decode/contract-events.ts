import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import {
  buildEventTypeId,
  type EventName,
  getContractAddress,
} from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Network } from '@app/values/network.ts'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'

/**
 * Events of the Dharma contracts that are stored as they are, for all rooms to read.
 * Every transaction that emits one of `FOLLOWING_EVENTS` emits one of these too: a signed message
 * is accepted, or a status changes. `DharmaProtection.RecordCleared` is not
 * stored: it changes nothing here, because numbers are never used again.
 */
const LEADING_EVENTS = [
  'DharmaConsent.Accepted',
  'DharmaProposals.StatusChanged',
  'DharmaProtection.Flagged',
  'DharmaProtection.FlagLifted',
  'DharmaProtection.FreezeEnded',
  'DharmaProtection.AppealClosed',
] as const satisfies readonly EventName[]

/** Requested only in ranges with one of `LEADING_EVENTS`: most blocks have none. */
const FOLLOWING_EVENTS = [
  'DharmaGovernance.ProposalCreated',
  'DharmaGovernance.VoteCast',
  'DharmaGovernance.ProposalExecuted',
  'DharmaProtection.FlagBarred',
  'DharmaProtection.Frozen',
  'DharmaProtection.FreezeOverruled',
  'DharmaProtection.AppealOpened',
  'DharmaReports.Reported',
  'DharmaReports.ReportWithdrawn',
  'DharmaReports.Vouched',
  'DharmaReports.VouchWithdrawn',
] as const satisfies readonly EventName[]

/**
 * Requested only in ranges in which tokens enter or leave the contracts' account: what is paid for storage
 * of a guarded vault is paid into it at the opening, and returned from it at the closing.
 */
const VAULT_EVENTS = [
  'DharmaVault.Opened',
  'DharmaVault.Closed',
] as const satisfies readonly EventName[]

/** Requested in every range. */
const RECORD_EVENTS = [
  'DharmaScore.ScorePublished',
  'DharmaScore.PublisherDismissed',
  'DharmaRecheck.RecheckDue',
] as const satisfies readonly EventName[]

/** Names of all events that `chain_contract_event` contains. */
export const INDEXED_EVENTS = [
  ...LEADING_EVENTS,
  ...FOLLOWING_EVENTS,
  ...VAULT_EVENTS,
  ...RECORD_EVENTS,
] as const

export type IndexedEvent = (typeof INDEXED_EVENTS)[number]

export interface ContractEventTypes {
  leading: readonly string[]
  /** To request where there is an event of a leading type. */
  following: readonly string[]
  /** To request where `movesContractTokens`. */
  vault: readonly string[]
  /** Published scores, publishers whose scores count for nothing from then on, and rechecks that are due. */
  records: readonly string[]
}

/** Returns the types to request; `null` on a network on which the contracts are not deployed. */
export function listContractEventTypes(network: Network): ContractEventTypes | null {
  if (CONTRACT_ADDRESSES[network].DharmaGovernance === undefined) return null
  const toType = (name: EventName) => buildEventTypeId(name, network)
  return {
    leading: LEADING_EVENTS.map(toType),
    following: FOLLOWING_EVENTS.map(toType),
    vault: VAULT_EVENTS.map(toType),
    records: RECORD_EVENTS.map(toType),
  }
}

/** Returns whether tokens enter or leave the contracts' account in one of these events. */
export function movesContractTokens(events: readonly ChainEvent[], network: Network): boolean {
  const account = getContractAddress('DharmaVault', network)
  const withdrawn = buildSystemTypeId(network, 'FungibleToken', 'Withdrawn')
  const deposited = buildSystemTypeId(network, 'FungibleToken', 'Deposited')
  return events.some(
    ({ type, fields }) =>
      (type === withdrawn && fields.from === account) ||
      (type === deposited && fields.to === account),
  )
}

/** Builds the stored row of an event; bigint values become decimal text. */
export function buildContractEventRow(event: ChainEvent, network: Network): NewContractEventRow {
  const { height, txIndex, eventIndex, txId, blockTimeMs, type, fields } = event
  const name = INDEXED_EVENTS.find((candidate) => buildEventTypeId(candidate, network) === type)
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
