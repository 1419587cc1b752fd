import type { RangeRows } from '../decode/build-rows.ts'

/** A table of raw rows: its columns with their types, in parameter order. */
export interface RawTable<Row> {
  name: string
  columns: { [column in keyof Row]: string }
}

type RangeRow<Kind extends keyof RangeRows> = RangeRows[Kind][number]

const BLOCK = { height: 'bigint', tx_index: 'integer', block_ms: 'bigint' }
const POSITION = { ...BLOCK, address: 'text', tx_id: 'text' }
const EVENT = { event_index: 'integer' }
const SPLIT = { ...EVENT, split_index: 'integer' }
const SIDE = { side: 'text', counterparty: 'text' }
const START = { is_initiated: 'boolean', is_swept: 'boolean' }
const AMOUNT = { token: 'text', units: 'numeric', is_emptied: 'boolean', is_dust: 'boolean' }

export const TRANSFER_TABLE: RawTable<RangeRow<'transfers'>> = {
  name: 'chain_transfer',
  columns: {
    ...{ ...POSITION, ...SPLIT, ...SIDE, ...START, ...AMOUNT },
    own_place: 'text',
    is_in_evm: 'boolean',
  },
}

export const STAKE_ACT_TABLE: RawTable<RangeRow<'stakeActs'>> = {
  name: 'chain_stake_act',
  columns: { ...BLOCK, ...SPLIT, stake: 'text', address: 'text', is_sole: 'boolean' },
}

export const CHILD_ACT_TABLE: RawTable<RangeRow<'childActs'>> = {
  name: 'chain_child_act',
  columns: { ...BLOCK, ...EVENT, child: 'text', parent: 'text', kind: 'text' },
}

export const COA_MOVE_TABLE: RawTable<RangeRow<'coaMoves'>> = {
  name: 'chain_coa_move',
  columns: {
    ...{ ...POSITION, ...SPLIT, ...START, ...AMOUNT },
    ...{ sender: 'text', recipient: 'text', initiator: 'text', balance_after: 'numeric' },
  },
}

export const COA_ACT_TABLE: RawTable<RangeRow<'coaActs'>> = {
  name: 'chain_coa_act',
  columns: { ...POSITION, ...EVENT, authorizer: 'text', is_sole: 'boolean' },
}

export const EVM_TRANSACTION_TABLE: RawTable<RangeRow<'evmTransactions'>> = {
  name: 'chain_evm_transaction',
  columns: {
    ...{ height: 'bigint', tx_index: 'integer', event_index: 'integer' },
    ...{ evm_hash: 'text', evm_height: 'bigint', evm_index: 'integer' },
  },
}

export const UNVERIFIED_TABLE: RawTable<RangeRow<'unverifiedTransfers'>> = {
  name: 'chain_unverified_transfer',
  columns: {
    ...{ ...POSITION, ...SPLIT, ...SIDE },
    ...{ token: 'text', units: 'numeric', evm_hash: 'text' },
  },
}

export const NFT_MOVE_TABLE: RawTable<RangeRow<'nftMoves'>> = {
  name: 'chain_nft_move',
  columns: { ...POSITION, ...EVENT, ...SIDE, ...START, nft_type: 'text', nft_id: 'numeric' },
}

export const ACCOUNT_EVENT_TABLE: RawTable<RangeRow<'accountEvents'>> = {
  name: 'chain_account_event',
  columns: { ...POSITION, ...EVENT, kind: 'text', detail: 'text' },
}

export const PARTICIPATION_TABLE: RawTable<RangeRow<'transactions'>> = {
  name: 'chain_transaction',
  columns: { ...POSITION, is_proposer: 'boolean', is_payer: 'boolean', is_authorizer: 'boolean' },
}

export const CONTRACT_EVENT_TABLE: RawTable<RangeRow<'contractEvents'>> = {
  name: 'chain_contract_event',
  columns: { ...BLOCK, ...EVENT, tx_id: 'text', type: 'text', fields: 'jsonb' },
}

export const ACCOUNT_TABLE: RawTable<RangeRow<'accounts'>> = {
  name: 'chain_account',
  columns: {
    ...{ address: 'text', creation_index: 'bigint' },
    ...{ created_height: 'bigint', created_ms: 'bigint' },
  },
}

/** Builds SQL that makes rows of one array per column. */
export function buildUnnest<Row>({ columns }: RawTable<Row>): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  const names = Object.keys(columns).join(', ')
  return `select * from unnest(${arrays.join(', ')}) as given (${names})`
}

/** Converts rows to the parameters of `buildUnnest`: one array per column. */
export function toColumnArrays<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): unknown[][] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name]))
}
