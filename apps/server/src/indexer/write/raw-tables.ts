import type { RangeRows } from '../decode/build-rows.ts'

/** A table of raw rows: its columns with their types, in the order of the parameters. */
export interface RawTable<Row> {
  name: string
  columns: { [column in keyof Row]: string }
}

type RowOf<Kind extends keyof RangeRows> = RangeRows[Kind][number]

const POSITION = {
  address: 'text',
  height: 'bigint',
  tx_index: 'integer',
  tx_id: 'text',
  block_ms: 'bigint',
}

const SIDE = { side: 'text', counterparty: 'text', is_initiated: 'boolean', is_swept: 'boolean' }

export const TRANSFERS: RawTable<RowOf<'transfers'>> = {
  name: 'chain_transfer',
  columns: {
    ...POSITION,
    ...SIDE,
    event_index: 'integer',
    part: 'integer',
    token: 'text',
    units: 'numeric',
    is_emptied: 'boolean',
    is_dust: 'boolean',
  },
}

export const NFT_MOVES: RawTable<RowOf<'nftMoves'>> = {
  name: 'chain_nft_move',
  columns: {
    ...POSITION,
    ...SIDE,
    event_index: 'integer',
    nft_type: 'text',
    nft_id: 'numeric',
  },
}

export const ACCOUNT_EVENTS: RawTable<RowOf<'accountEvents'>> = {
  name: 'chain_account_event',
  columns: { ...POSITION, event_index: 'integer', kind: 'text', subject: 'text' },
}

export const TRANSACTIONS: RawTable<RowOf<'transactions'>> = {
  name: 'chain_transaction',
  columns: {
    ...POSITION,
    is_proposer: 'boolean',
    is_payer: 'boolean',
    is_authorizer: 'boolean',
  },
}

export const ACCOUNTS: RawTable<RowOf<'accounts'>> = {
  name: 'chain_account',
  columns: {
    address: 'text',
    creation_index: 'bigint',
    created_height: 'bigint',
    created_ms: 'bigint',
  },
}

/** SQL that inserts one array a column and leaves rows that are there already as they are. */
export function insertInto<Row>({ name, columns }: RawTable<Row>): string {
  const names = Object.keys(columns).join(', ')
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `insert into ${name} (${names}) select * from unnest(${arrays.join(', ')}) on conflict do nothing`
}

/** The parameters of `insertInto`. */
export function toArrays<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): unknown[][] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name]))
}
