import type { AccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import type { EvmAddress, Party } from '@app/values/evm-address.ts'
import type { OwnPlace } from '@app/values/own-place.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Side = 'in' | 'out'

interface RowPosition<Owner extends Party = Address> {
  address: Owner
  height: number
  tx_index: number
  event_index: number
  tx_id: string
  block_ms: number
}

export interface TransferRow extends RowPosition<Party> {
  split_index: number
  side: Side
  counterparty: Party | null
  token: string
  units: bigint
  is_initiated: boolean
  is_swept: boolean
  is_emptied: boolean
  is_dust: boolean
  /** Where the money lies that is its own still; `null` for a transfer with somebody else. */
  own_place: OwnPlace | null
  /** Whether a Cadence-owned account of it received or paid it: then the own place 'evm' has more or less after it. */
  is_in_evm: boolean
}

export interface StakeActRow {
  stake: string
  address: Party
  height: number
  tx_index: number
  event_index: number
  split_index: number
  block_ms: number
  /** Whether it alone authorized the move, which is its transfer at the same position. */
  is_sole: boolean
}

/** One step by which an account becomes the child of another, or stops being one. */
export interface ChildActRow {
  child: Address
  parent: Address | null
  kind: 'published' | 'redeemed' | 'removed'
  height: number
  tx_index: number
  event_index: number
  block_ms: number
}

export interface NftMoveRow extends RowPosition {
  side: Side
  counterparty: Address | null
  nft_type: string
  nft_id: bigint
  is_initiated: boolean
  is_swept: boolean
}

/**
 * A transfer from or to a Cadence-owned account, before such accounts are replaced by whom they stand for. There is a row
 * for each of them that pays, is paid, or started the transaction.
 */
export interface CoaMoveRow extends RowPosition<EvmAddress> {
  split_index: number
  sender: Party | null
  recipient: Party | null
  /** `null`: Cadence alone moved it; then the flags are those of the sender. */
  initiator: EvmAddress | null
  is_initiated: boolean
  is_swept: boolean
  is_emptied: boolean
  is_dust: boolean
  token: string
  units: bigint
  /** What this account has after it; `null` when no event says it. */
  balance_after: bigint | null
}

/** An authorizer of a transaction in which a Cadence-owned account acted: one of them held it. */
export interface NewCoaActRow extends RowPosition<EvmAddress> {
  authorizer: Address
  is_sole: boolean
}

/** The acts of a Cadence-owned account with an authorizer. */
interface CoaActRow {
  address: EvmAddress
  authorizer: Address
  /** Whether it was the only authorizer in each of them. */
  is_sole: boolean
  first_height: number
  first_tx_index: number
  first_event_index: number
  first_tx_id: string
  first_ms: number
  last_height: number
  last_tx_index: number
}

/** The transaction in the EVM behind the transfers with this position. */
export interface EvmTransactionRow {
  height: number
  tx_index: number
  event_index: number
  evm_hash: string
  evm_height: number
  evm_index: number
}

/** What a contract in the EVM that is on no list says that it moved, as one of the two addresses sees it. Only shown. */
export interface UnverifiedTransferRow {
  address: EvmAddress
  height: number
  tx_index: number
  event_index: number
  split_index: number
  side: 'in' | 'out'
  counterparty: EvmAddress | null
  /** The contract. */
  token: EvmAddress
  /** In the token's last decimal. */
  units: bigint
  tx_id: string
  evm_hash: string
  block_ms: number
}

/** What the transfers of FLOW of an address in the EVM add up to, between two heights. */
export interface EvmBalanceRow {
  address: EvmAddress
  from_height: number
  to_height: number
  net: bigint
  /** The most that it had, or paid, beyond what it had received: came from a source that no event shows. */
  gap: bigint | null
}

/** For whom a Cadence-owned account stands; without an owner, and from where that one ends, for itself. */
interface CoaRow {
  address: EvmAddress
  owner: Address | null
  until_height: number | null
  until_tx_index: number | null
  is_shared: boolean
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

/** Indexed blocks that were read by one decoding. */
export interface DecodedRow {
  from_height: number
  to_height: number
  decoding: number
  /** Of the highest block; `null` where it is not known. */
  block_id: string | null
}

export interface ActivityRow {
  address: Party
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

interface CounterpartyRow {
  address: Party
  counterparty: Party
  token: string
  in_count: number
  in_units: bigint
  out_count: number
  out_units: bigint
  swept_count: number
  swept_units: bigint
  emptied_count: number
  emptied_units: bigint
  /** Of what went out: into a place of its own. */
  own_count: Generated<number>
  taken_count: GeneratedAlways<number>
  taken_units: GeneratedAlways<bigint>
  dust_count: number
  dust_sent_count: Generated<number>
  first_seconds: number
  last_seconds: number
  hop: number | null
}

export interface AccountActivityRow {
  address: Address
  proposed: number
  sponsored: number
  last_height: number
  last_ms: number
}

/** Hops from a listed account; 3: what came before is not followed further. */
type TaintLevel = 0 | 1 | 2 | 3

export interface ExposureRow {
  address: Party
  token: string
  hop: TaintLevel
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
  chain_decoded: DecodedRow
  chain_transaction: TransactionRow
  chain_transfer: TransferRow
  chain_coa_act: CoaActRow
  chain_coa: CoaRow
  chain_unverified_transfer: UnverifiedTransferRow
  chain_evm_balance: EvmBalanceRow
  chain_nft_move: NftMoveRow
  chain_account_event: AccountEventRow
  chain_account: AccountRow
  chain_activity: ActivityRow
  chain_counterparty: CounterpartyRow
  chain_account_activity: AccountActivityRow
  chain_taint: { address: Party; level: TaintLevel; steps: Generated<number> }
  chain_taint_move: { address: Party; reached: string }
  chain_change: { address: Address; seq: number }
  chain_contract_event: ContractEventRow
  chain_contract_cursor: { is_only: Generated<boolean>; height: number }
  chain_label_cursor: { is_only: boolean; seq: number; levels_seq: Generated<number> }
}
