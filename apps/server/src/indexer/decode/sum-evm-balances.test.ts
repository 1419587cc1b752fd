import { toEvmAddress } from '@app/values/evm-address.ts'
import { expect, it } from 'vitest'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import { buildTransferRows, FLOW, type Payment } from '../../testing/ledger.ts'
import { sumEvmBalances } from './sum-evm-balances.ts'

const [POOL, PAYER] = [toEvmAddress('ab'.repeat(20)), toEvmAddress('cd'.repeat(20))]

const ofPool = (payments: readonly Payment[]): TransferRow[] =>
  buildTransferRows(payments).filter(({ address }) => address === POOL)

const sum = (transfers: readonly TransferRow[]) => sumEvmBalances({ transfers, coaMoves: [] }, FLOW)

it('finds the most that was paid beyond what came in', () => {
  const transfers = ofPool([
    { height: 1, from: PAYER, to: POOL, units: 5n },
    { height: 2, from: POOL, to: PAYER, units: 30n },
    { height: 3, from: PAYER, to: POOL, units: 10n },
    { height: 4, from: POOL, to: PAYER, units: 1n },
  ])
  const found = { address: POOL, from_height: 1, to_height: 4, net: -16n, gap: 25n }
  expect(sum(transfers)).toEqual([found])
})

it('takes hardly longer for an address with most transfers of a batch', () => {
  const count = 200_000
  const transfers = ofPool(
    Array.from({ length: count }, (_, height) => ({ height, from: POOL, to: PAYER, units: 1n })),
  )
  expect(sum(transfers)).toMatchObject([{ net: -BigInt(count), gap: BigInt(count) }])
})
