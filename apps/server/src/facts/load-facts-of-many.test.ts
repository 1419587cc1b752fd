import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DECODING } from '../indexer/decode/decoding.ts'
import {
  arbitraryAddress,
  arbitraryLedger,
  arbitraryLossFreeLedger,
  TEST_ADDRESSES,
  writeLedger,
} from '../testing/arbitrary-ledger.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { HISTORIES } from '../testing/histories.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { loadTestFacts } from '../testing/load-one.ts'
import { loadCoverage } from './load-coverage.ts'
import { loadFactsOfMany } from './load-facts.ts'

const STRANGER = toTestAddress(9)
const ALL = [...TEST_ADDRESSES, STRANGER]

const context = await openFileContext()

async function loadBothWays(): Promise<{ many: Facts[]; single: Facts[] }> {
  const coverage = await loadCoverage(context.db)
  if (coverage === null) throw new Error('nothing is indexed')
  const query = { network: 'local', coverage, decoding: DECODING } as const
  const many = await loadFactsOfMany(context.db, { ...query, addresses: ALL })
  const single: Facts[] = []
  for (const address of ALL) single.push(await loadTestFacts(context, address))
  return { many, single }
}

async function insertHoldings(holders: readonly Address[]): Promise<void> {
  await context.pool.query('delete from score_holding; delete from score_holding_read')
  for (const [index, address] of holders.entries()) {
    await context.pool.query('insert into score_holding_read values ($1, 5, 0)', [address])
    await context.pool.query(
      `insert into score_holding select $1, 'A.f8d6e0586b0a20c7.Collection' || n || '.NFT', n / 3
       from generate_series(1, $2::int) n`,
      [address, index * 150],
    )
  }
}

async function insertCreations(created: readonly Address[]): Promise<void> {
  await context.pool.query('delete from chain_account; delete from chain_account_day')
  for (const [index, address] of created.entries()) {
    await context.pool.query('insert into chain_account values ($1, $2, 2, 1700050000000)', [
      address,
      1_000 + index,
    ])
    await context.pool.query('insert into chain_account_day values ($1, $2, $2)', [
      19_674 + index,
      1_000 + index,
    ])
  }
}

const arbitraryAddresses = fc.uniqueArray(arbitraryAddress, { maxLength: 3 })

describe('the facts of many accounts', () => {
  it.each([
    ['with thefts and dust', arbitraryLedger],
    ['without', arbitraryLossFreeLedger],
  ])('equal those of each, for any ledger %s', async (_, ledger) => {
    const scene = fc.record({
      rows: ledger,
      listed: arbitraryAddresses,
      holders: arbitraryAddresses,
      created: arbitraryAddresses,
    })
    await fc.assert(
      fc.asyncProperty(scene, async ({ rows, listed, holders, created }) => {
        await writeLedger(context, rows, listed)
        await insertHoldings(holders)
        await insertCreations(created)
        const { many, single } = await loadBothWays()
        expect(many).toEqual(single)
      }),
      { numRuns: HISTORIES },
    )
  })
})
