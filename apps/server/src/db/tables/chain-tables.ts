import type { AccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Side = 'in' | 'out'

interface RowPosition {
  address: Address
  height: number
  tx_index: number
  event_index: number
  tx_id: string
  block_ms: number
}

export interface TransferRow extends RowPosition {
  split_index: number
  side: Side
  counterparty: Address | null
  token: string
  units: bigint
  is_initiated: boolean
  is_swept: boolean
  is_emptied: boolean
  is_dust: boolean
}

export interface NftMoveRow extends RowPosition {
  side: Side
  counterparty: Address | null
  nft_type: string
  nft_id: bigint
  is_initiated: boolean
  is_swept: boolean
}

export interface AccountEventRow extends RowPosition {
  kind: AccountEventKind
  /** Key index, contract name, type of the capability or of the handler. */
  detail: string | null
}

export interface TransactionRow extends Omit<RowPosition, 'event_index'> {
  is_proposer: boolean
  is_payer: boolean
  is_authorizer: boolean
}

export interface AccountRow {
  address: Address
  creation_index: number
  created_height: number
  created_ms: number
}

export interface CursorRow {
  direction: 'live' | 'backfill'
  from_height: number
  to_height: number
  block_id: string | null
  parent_id: string | null
  block_ms: number | null
  node_height: number
}

export interface ActivityRow {
  address: Address
  token: string
  transfers_in: number
  transfers_out: number
  dust_in: number
  senders: number
  recipients: number
  mutual: number
  repeat_senders: number
  repeat_recipients: number
  first_seconds: number | null
  last_seconds: number | null
  last_height: number | null
  active_days: number
  active_hours: number
  days_in: number
  days_out: number
  days_both: number
  busiest_day: number
  received: bigint
  sent: bigint
  largest_received: bigint
  largest_sent: bigint
  swept_same_hour: bigint
  swept_same_day: bigint
  received_moment: bigint
  sent_moment: bigint
}

interface ActivityBucketRow {
  address: Address
  token: string
  width: 'hour' | 'day'
  bucket: number
  in_count: number
  out_count: number
  in_units: bigint
  out_units: bigint
}

export interface CounterpartyRow {
  address: Address
  counterparty: Address
  token: string
  in_count: number
  in_units: bigint
  out_count: number
  out_units: bigint
  swept_count: number
  swept_units: bigint
  emptied_count: number
  emptied_units: bigint
  taken_count: GeneratedAlways<number>
  taken_units: GeneratedAlways<bigint>
  dust_count: number
  dust_sent_count: Generated<number>
  first_seconds: number
  last_seconds: number
  hop: number | null
}

interface CollectionRow {
  address: Address
  contract: string
  moves_in: number
  moves_out: number
  first_in_ms: number | null
}

export interface AccountActivityRow {
  address: Address
  proposed: number
  sponsored: number
  last_height: number
  last_ms: number
}

interface AccountEventCountRow {
  address: Address
  kind: AccountEventKind
  count: number
}

export interface ExposureRow {
  address: Address
  token: string
  hop: 0 | 1 | 2
  counterparties: number
  in_count: number
  in_units: bigint
  out_count: number
  out_units: bigint
  swept_count: number
  swept_units: bigint
}

/** An event of a Dharma contract; `fields` has integers and fixed-point units as decimal text. */
export interface ContractEventRow {
  height: number
  tx_index: number
  event_index: number
  seq: Generated<number>
  tx_id: string
  block_ms: number
  /** Contract and event, such as DharmaGovernance.VoteCast. */
  type: string
  fields: JSONColumnType<Record<string, unknown>>
}

/** A row to insert, with `fields` as JSON text. */
export type NewContractEventRow = Omit<ContractEventRow, 'seq' | 'fields'> & { fields: string }

/** Tables written only by the indexer. */
export interface ChainTables {
  chain_cursor: CursorRow
  chain_transaction: TransactionRow
  chain_transfer: TransferRow
  chain_nft_move: NftMoveRow
  chain_account_event: AccountEventRow
  chain_account: AccountRow
  chain_account_day: { day: number; first_index: number; last_index: number }
  chain_activity_bucket: ActivityBucketRow
  chain_activity: ActivityRow
  chain_counterparty: CounterpartyRow
  chain_collection: CollectionRow
  chain_account_activity: AccountActivityRow
  chain_account_event_count: AccountEventCountRow
  chain_taint: { address: Address; level: 0 | 1 | 2 }
  chain_taint_move: { address: Address; reached: string }
  chain_exposure: ExposureRow
  chain_change: { address: Address; seq: number }
  chain_contract_event: ContractEventRow
  chain_publisher: { publisher: Address; is_dismissed: Generated<boolean> }
  chain_contract_cursor: { is_only: Generated<boolean>; height: number }
  chain_label_cursor: { is_only: boolean; seq: number; levels_seq: Generated<number> }
}
