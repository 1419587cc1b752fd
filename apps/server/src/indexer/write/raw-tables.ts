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

export const TRANSFER_TABLE: RawTable<RangeRow<'transfers'>> = {
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
    own_place: 'text',
    is_in_evm: 'boolean',
  },
}

export const STAKE_ACT_TABLE: RawTable<RangeRow<'stakeActs'>> = {
  name: 'chain_stake_act',
  columns: {
    stake: 'text',
    address: 'text',
    height: 'bigint',
    tx_index: 'integer',
    event_index: 'integer',
    split_index: 'integer',
    block_ms: 'bigint',
    is_sole: 'boolean',
  },
}

export const CHILD_ACT_TABLE: RawTable<RangeRow<'childActs'>> = {
  name: 'chain_child_act',
  columns: {
    child: 'text',
    parent: 'text',
    kind: 'text',
    height: 'bigint',
    tx_index: 'integer',
    event_index: 'integer',
    block_ms: 'bigint',
  },
}

export const COA_MOVE_TABLE: RawTable<RangeRow<'coaMoves'>> = {
  name: 'chain_coa_move',
  columns: {
    ...POSITION_COLUMNS,
    event_index: 'integer',
    split_index: 'integer',
    sender: 'text',
    recipient: 'text',
    initiator: 'text',
    is_initiated: 'boolean',
    is_swept: 'boolean',
    is_emptied: 'boolean',
    is_dust: 'boolean',
    token: 'text',
    units: 'numeric',
    balance_after: 'numeric',
  },
}

export const COA_ACT_TABLE: RawTable<RangeRow<'coaActs'>> = {
  name: 'chain_coa_act',
  columns: {
    ...POSITION_COLUMNS,
    event_index: 'integer',
    authorizer: 'text',
    is_sole: 'boolean',
  },
}

export const EVM_TRANSACTION_TABLE: RawTable<RangeRow<'evmTransactions'>> = {
  name: 'chain_evm_transaction',
  columns: {
    height: 'bigint',
    tx_index: 'integer',
    event_index: 'integer',
    evm_hash: 'text',
    evm_height: 'bigint',
    evm_index: 'integer',
  },
}

export const NFT_MOVE_TABLE: RawTable<RangeRow<'nftMoves'>> = {
  name: 'chain_nft_move',
  columns: {
    ...POSITION_COLUMNS,
    ...SIDE_COLUMNS,
    event_index: 'integer',
    nft_type: 'text',
    nft_id: 'numeric',
  },
}

export const ACCOUNT_EVENT_TABLE: RawTable<RangeRow<'accountEvents'>> = {
  name: 'chain_account_event',
  columns: { ...POSITION_COLUMNS, event_index: 'integer', kind: 'text', detail: 'text' },
}

export const PARTICIPATION_TABLE: RawTable<RangeRow<'transactions'>> = {
  name: 'chain_transaction',
  columns: {
    ...POSITION_COLUMNS,
    is_proposer: 'boolean',
    is_payer: 'boolean',
    is_authorizer: 'boolean',
  },
}

export const CONTRACT_EVENT_TABLE: RawTable<RangeRow<'contractEvents'>> = {
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

export const ACCOUNT_TABLE: RawTable<RangeRow<'accounts'>> = {
  name: 'chain_account',
  columns: {
    address: 'text',
    creation_index: 'bigint',
    created_height: 'bigint',
    created_ms: 'bigint',
  },
}
