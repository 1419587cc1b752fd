import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { expect, it } from 'vitest'
import { buildRows } from './build-rows.ts'
import type { DecodedTransaction } from './decode-transaction.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const BOB = computeAddressAtIndex(11, 'local')

const PAYMENT: DecodedTransaction['transfers'][number] = {
  token: 'A.0000000000000001.Coin.Vault',
  units: 1n,
  splitIndex: 0,
  eventIndex: 1,
  withdrawalIndex: 0,
  depositIndex: 1,
  from: ALICE,
  to: BOB,
  initiator: null,
  evmBalance: null,
  isEmptied: false,
  isDust: false,
}

function buildTransferRows(payment: Partial<typeof PAYMENT>) {
  const decoded: DecodedTransaction = {
    txId: 'ab'.repeat(32),
    height: 7,
    txIndex: 2,
    blockMs: 1_700_000_000_123,
    transfers: [{ ...PAYMENT, ...payment }],
    nftMoves: [],
    accountEvents: [],
    placeMoves: [],
    childActs: [],
    evmTransactions: [],
    coaActs: [],
    skippedInEvm: 0,
  }
  return buildRows([{ decoded, roles: null }], 'local').transfers
}

it('only what the payer did can empty it, and only what the receiver got can be dust', () => {
  const flags = buildTransferRows({ isEmptied: true, isDust: true }).map(
    ({ side, is_emptied, is_dust }) => [side, is_emptied, is_dust],
  )
  expect(flags).toEqual([
    ['out', true, false],
    ['in', false, true],
  ])
})

it('a payment from or to no account has a row of the other side only', () => {
  const sides = [{ from: null }, { to: null }].map((payment) =>
    buildTransferRows(payment).map(({ address, side, counterparty }) => [
      address,
      side,
      counterparty,
    ]),
  )
  expect(sides).toEqual([[[BOB, 'in', null]], [[ALICE, 'out', null]]])
})
