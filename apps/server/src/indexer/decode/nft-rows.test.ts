import type { ChainEvent, TransactionRoles } from '@app/flow/read/chain.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { type Address, ZERO_ADDRESS } from '@app/values/address.ts'
import { describe, expect, it } from 'vitest'
import { buildRows, hasRows } from './build-rows.ts'
import { decodeTransaction } from './decode-transaction.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const BOB = computeAddressAtIndex(11, 'local')
const NFT = 'A.0000000000000001.Kittens.NFT'
const PLACE = { tx_id: 'ab'.repeat(32), height: 7, tx_index: 2, block_ms: 1_700_000_000_123 }

const buildEvent = (
  eventIndex: number,
  type: string,
  fields: ChainEvent['fields'],
): ChainEvent => ({
  type,
  txId: PLACE.tx_id,
  height: PLACE.height,
  blockId: 'block-7',
  blockTimeMs: PLACE.block_ms,
  txIndex: PLACE.tx_index,
  eventIndex,
  fields,
})

const buildNftEvent = (index: number, name: 'Withdrawn' | 'Deposited', account: Address | null) =>
  buildEvent(index, buildSystemTypeId('local', 'NonFungibleToken', name), {
    type: NFT,
    id: 5n,
    uuid: 99n,
    [name === 'Withdrawn' ? 'from' : 'to']: account,
  })

const MOVE: [ChainEvent, ChainEvent] = [
  buildNftEvent(0, 'Withdrawn', ALICE),
  buildNftEvent(1, 'Deposited', BOB),
]

const ROLES: TransactionRoles = {
  txId: PLACE.tx_id,
  proposer: ALICE,
  payer: ALICE,
  authorizers: [ALICE],
}

const buildNftRows = (events: [ChainEvent, ...ChainEvent[]], roles: TransactionRoles | null) =>
  buildRows([{ decoded: decodeTransaction(events, 'local'), roles }], 'local').nftMoves

describe('rows of an NFT that moves', () => {
  it('are on both sides, with the position of its transaction', () => {
    const common = { ...PLACE, event_index: 1, nft_type: NFT, nft_id: 5n, is_swept: false }
    expect(buildNftRows(MOVE, ROLES)).toEqual([
      { ...common, address: ALICE, side: 'out', counterparty: BOB, is_initiated: true },
      { ...common, address: BOB, side: 'in', counterparty: ALICE, is_initiated: false },
    ])
  })

  it('say that its receiver fetched it, and that it was swept', () => {
    const rows = buildNftRows(MOVE, { ...ROLES, proposer: BOB })
    expect(rows).toMatchObject([
      { side: 'out', is_initiated: false, is_swept: true },
      { side: 'in', is_initiated: true, is_swept: false },
    ])
  })

  it('are on one side where it comes from or goes to no account', () => {
    const minted = buildNftRows([buildNftEvent(0, 'Deposited', BOB)], ROLES)
    expect(minted).toMatchObject([{ address: BOB, side: 'in', counterparty: null }])
    const lost = buildNftRows([buildNftEvent(0, 'Withdrawn', ALICE)], ROLES)
    expect(lost).toMatchObject([{ address: ALICE, side: 'out', counterparty: null }])
  })
})

describe('a transaction', () => {
  it('has rows when something moves', () => {
    expect(hasRows(decodeTransaction(MOVE, 'local'))).toBe(true)
    expect(hasRows(decodeTransaction([buildEvent(0, 'A.01.Other.Event', {})], 'local'))).toBe(false)
    const created = buildEvent(0, 'flow.AccountCreated', { address: ALICE })
    expect(hasRows(decodeTransaction([created], 'local'))).toBe(true)
  })

  it('gives rows without its roles too, and no transaction gives none', () => {
    const decoded = decodeTransaction(MOVE, 'local')
    expect(buildRows([{ decoded, roles: null }], 'local')).toMatchObject({
      nftMoves: [{ address: ALICE }, { address: BOB }],
      transactions: [],
    })
    expect(Object.values(buildRows([], 'local')).flat()).toEqual([])
  })

  it('of the system, or without its roles, has no parties', () => {
    const build = (roles: TransactionRoles | null) =>
      buildRows([{ decoded: decodeTransaction(MOVE, 'local'), roles }], 'local').transactions
    expect(build(null)).toEqual([])
    const system = { ...ROLES, proposer: ZERO_ADDRESS, payer: ZERO_ADDRESS, authorizers: [ALICE] }
    expect(build(system)).toMatchObject([{ address: ALICE, is_proposer: false, is_payer: false }])
  })
})
