import type { RangeRows } from '../decode/build-rows.ts'

/** A table of raw rows: its columns with their types, in parameter order. */
export interface RawTable<Row> {
  name: string
  columns: { [column in keyof Row]: string }
}

type RangeRow<Kind extends keyof RangeRows> = RangeRows[Kind][number]

const POSITION_COLUMNS = {
  address: 'text',
  height: 'bigint',
  tx_index: 'integer',
  tx_id: 'text',
  block_ms: 'bigint',
}

const SIDE_COLUMNS = {
  side: 'text',
  counterparty: 'text',
  is_initiated: 'boolean',
  is_swept: 'boolean',
}

export const TRANSFERS: RawTable<RangeRow<'transfers'>> = {
  name: 'chain_transfer',
  columns: {
    ...POSITION_COLUMNS,
    ...SIDE_COLUMNS,
    event_index: 'integer',
    split_index: 'integer',
    token: 'text',
    units: 'numeric',
    is_emptied: 'boolean',
    is_dust: 'boolean',
  },
}

export const NFT_MOVES: RawTable<RangeRow<'nftMoves'>> = {
  name: 'chain_nft_move',
  columns: {
    ...POSITION_COLUMNS,
    ...SIDE_COLUMNS,
    event_index: 'integer',
    nft_type: 'text',
    nft_id: 'numeric',
  },
}

export const ACCOUNT_EVENTS: RawTable<RangeRow<'accountEvents'>> = {
  name: 'chain_account_event',
  columns: { ...POSITION_COLUMNS, event_index: 'integer', kind: 'text', detail: 'text' },
}

export const TRANSACTIONS: RawTable<RangeRow<'transactions'>> = {
  name: 'chain_transaction',
  columns: {
    ...POSITION_COLUMNS,
    is_proposer: 'boolean',
    is_payer: 'boolean',
    is_authorizer: 'boolean',
  },
}

export const CONTRACT_EVENTS: RawTable<RangeRow<'contractEvents'>> = {
  name: 'chain_contract_event',
  columns: {
    height: 'bigint',
    tx_index: 'integer',
    event_index: 'integer',
    tx_id: 'text',
    block_ms: 'bigint',
    type: 'text',
    fields: 'jsonb',
  },
}

export const ACCOUNTS: RawTable<RangeRow<'accounts'>> = {
  name: 'chain_account',
  columns: {
    address: 'text',
    creation_index: 'bigint',
    created_height: 'bigint',
    created_ms: 'bigint',
  },
}
