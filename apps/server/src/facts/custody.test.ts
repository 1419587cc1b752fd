import type { Address } from '@app/values/address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TransactionRow } from '../db/tables/chain-tables.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import {
  buildTransferRows,
  labelAccount,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { loadTestFacts } from '../testing/load-one.ts'

const context = await openFileContext()
beforeEach(() => clearChainTables(context.pool))

const ALICE = toTestAddress(1)
const MERCHANT = toTestAddress(2)

const loadCustody = async (address: Address) => (await loadTestFacts(context, address)).custody

/** Sales of one account through the merchant, which pays as many other sellers. */
const buildSales = (sellers: number) =>
  buildTransferRows([
    { height: 1, from: MERCHANT, to: ALICE },
    { height: 2, from: MERCHANT, to: ALICE },
    ...Array.from({ length: sellers - 1 }, (_, index) => {
      return { height: 3, from: MERCHANT, to: toTestAddress(100 + index) }
    }),
  ])

describe('a partner that stands for many', () => {
  it('is one that deals with 100 accounts or more', async () => {
    await writeIndexedRows(context, { transfers: buildSales(99) })
    expect(await loadCustody(ALICE)).toBeUndefined()
    const one = [{ height: 4, from: MERCHANT, to: toTestAddress(300) }]
    await writeIndexedRows(context, { transfers: buildTransferRows(one) })
    expect(await loadCustody(ALICE)).toEqual({ operated: 0, hubs: 1 })
  })

  it('says nothing about an account with more than two partners', async () => {
    const others = [11, 12].map((number) => ({ height: 5, from: ALICE, to: toTestAddress(number) }))
    await writeIndexedRows(context, {
      transfers: [...buildSales(120), ...buildTransferRows(others)],
    })
    expect(await loadCustody(ALICE)).toBeUndefined()
  })
})

const sign = (height: number, part: Partial<TransactionRow>): TransactionRow => ({
  ...{ address: ALICE, height, tx_index: 0, tx_id: `tx-${height}`, block_ms: 1_000 * height },
  ...{ is_proposer: false, is_payer: false, is_authorizer: true, ...part },
})

describe('an account that others operate', () => {
  it('has authorized five transactions and proposed none', async () => {
    const signed = [1, 2, 3, 4].map((height) => sign(height, {}))
    await writeIndexedRows(context, { transactions: signed })
    expect(await loadCustody(ALICE)).toBeUndefined()
    await writeIndexedRows(context, { transactions: [sign(5, {})] })
    expect(await loadCustody(ALICE)).toEqual({ operated: 5, hubs: 0 })
    await writeIndexedRows(context, { transactions: [sign(6, { is_proposer: true })] })
    expect(await loadCustody(ALICE)).toBeUndefined()
  })

  it('is not one that only lets another pay its fees: these change nothing', async () => {
    const load = async (is_payer: boolean) => {
      await clearChainTables(context.pool)
      const own = { is_proposer: true, is_payer }
      const transactions = [1, 2, 3, 4, 5, 6].map((height) => sign(height, own))
      await writeIndexedRows(context, { transactions, transfers: buildSales(99) })
      return await loadTestFacts(context, ALICE)
    }
    expect(await load(false)).toEqual(await load(true))
  })

  it('does not pay for its transactions', async () => {
    const paid = [1, 2, 3, 4, 5].map((height) => sign(height, { is_payer: height === 5 }))
    await writeIndexedRows(context, { transactions: paid })
    expect(await loadCustody(ALICE)).toBeUndefined()
  })
})

describe('the path of a listed account', () => {
  const THIEF = toTestAddress(3)
  const listHops = async () =>
    (await loadTestFacts(context, ALICE)).contacts?.entries.map(({ hop, unitsIn }) => [
      hop,
      unitsIn,
    ])

  it('goes on through a merchant account that deals with many', async () => {
    const loot = [{ height: 1, from: THIEF, to: MERCHANT, units: 9_000n }]
    const transfers = [...buildTransferRows(loot), ...buildSales(100)]
    await writeIndexedRows(context, { transfers })
    await labelAccount(context, THIEF)
    expect(await loadCustody(ALICE)).toEqual({ operated: 0, hubs: 1 })
    expect(await listHops()).toEqual([[1, 200n]])
  })

  it('goes on to a wallet for which others propose and pay', async () => {
    const transactions = [1, 2, 3, 4, 5].map((height) => sign(height, {}))
    const transfers = buildTransferRows([{ height: 6, from: THIEF, to: ALICE }])
    await writeIndexedRows(context, { transactions, transfers })
    await labelAccount(context, THIEF)
    expect(await loadCustody(ALICE)).toEqual({ operated: 5, hubs: 0 })
    expect(await listHops()).toEqual([[0, 100n]])
  })
})
