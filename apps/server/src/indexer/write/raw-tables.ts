import type { RangeRows } from '../decode/build-rows.ts'

/** A table of raw rows: its columns with their types, in the order of the parameters. */
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

export const ACCOUNTS: RawTable<RangeRow<'accounts'>> = {
  name: 'chain_account',
  columns: {
    address: 'text',
    creation_index: 'bigint',
    created_height: 'bigint',
    created_ms: 'bigint',
  },
}

/** SQL that inserts one array a column and leaves rows that are there already as they are. */
export function buildInsert<Row>({ name, columns }: RawTable<Row>): string {
  const names = Object.keys(columns).join(', ')
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `insert into ${name} (${names}) select * from unnest(${arrays.join(', ')}) on conflict do nothing`
}

/** The parameters of `insertInto`. */
export function toColumnArrays<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): unknown[][] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name]))
}
