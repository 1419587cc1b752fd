import { NFTS } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { factsFromTransfers } from '@app/score/transfers/facts-from-transfers.ts'
import type { Transfer } from '@app/score/transfers/transfer.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import type { TransferRow } from '../db/chain-tables.ts'
import {
  type Ledger,
  ledger,
  PEOPLE,
  peacefulLedger,
  someone,
  theftsFrom,
  without,
  writeLedger,
} from '../testing/arbitrary-ledger.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { person } from '../testing/ledger.ts'
import { loadCoverage } from './load-coverage.ts'
import { loadFacts } from './load-facts.ts'
import { robbedActivity } from './robbed-activity.ts'
import { robbedActs } from './robbed-acts.ts'

const LISTED = [person(0), person(1)]
const STRANGER = person(9)

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

async function factsOf(address: Address) {
  const coverage = await loadCoverage(context.db)
  if (coverage === null) throw new Error('nothing is indexed')
  return await loadFacts(context.db, { address, network: 'local', coverage })
}

const toTransfer = (row: TransferRow): Transfer => ({
  side: row.side,
  counterparty: row.counterparty,
  token: row.token,
  units: row.units,
  seconds: row.block_ms / 1000,
  isDust: row.is_dust,
  isSwept: row.is_swept,
  isEmptied: row.is_emptied,
})

describe('for any ledger', () => {
  it('the raw rows of an account that nobody robbed give its kept sums', async () => {
    const holds = async (rows: Ledger) => {
      await writeLedger(context, rows, [])
      for (const address of PEOPLE) {
        const raw = sql`select * from (${robbedActivity(address)}) raw order by token`
        const kept = sql`select * from chain_activity where address = ${address} order by token`
        const [counted, summed] = [await raw.execute(context.db), await kept.execute(context.db)]
        expect(counted.rows).toEqual(summed.rows)
        const acts = sql`
          select proposed, sponsored, last_height, last_ms
          from chain_account_activity where address = ${address}`
        const own = (await acts.execute(context.db)).rows
        expect(await robbedActs(context.db, address)).toEqual(
          own[0] ?? { proposed: 0, sponsored: 0, last_height: 0, last_ms: 0 },
        )
      }
    }
    await fc.assert(fc.asyncProperty(ledger, holds), { numRuns: 15 })
  })

  it('what listed accounts took from a wallet changes nothing of its facts but contact', async () => {
    const holds = async (rows: Ledger, wallet: Address) => {
      await writeLedger(context, rows, LISTED)
      const robbed = await factsOf(wallet)
      await writeLedger(context, without(rows, theftsFrom(wallet, rows, LISTED)), LISTED)
      const spared = await factsOf(wallet)
      expect({ ...robbed, contacts: null }).toEqual({ ...spared, contacts: null })
    }
    await fc.assert(fc.asyncProperty(ledger, someone, holds), { numRuns: 25 })
  })

  it('the database tells of a wallet’s transfers what they tell by themselves', async () => {
    const holds = async (rows: Ledger, wallet: Address) => {
      await writeLedger(context, rows, LISTED)
      const kept = await factsOf(wallet)
      const transfers = rows.transfers.filter(({ address }) => address === wallet).map(toTransfer)
      const plain = factsFromTransfers(wallet, transfers, new Set<string>(LISTED))
      expect([kept.activity, kept.tokens, kept.dustIn]).toEqual([
        plain.activity,
        plain.tokens,
        plain.dustIn,
      ])
      const direct = kept.contacts?.entries.filter(({ hop, token }) => hop === 0 && token !== NFTS)
      expect(direct?.sort((a, b) => (a.token < b.token ? -1 : 1))).toEqual(plain.contacts?.entries)
    }
    await fc.assert(fc.asyncProperty(ledger, someone, holds), { numRuns: 20 })
  })

  it('listing an account that took nothing from a wallet never raises the wallet’s score', async () => {
    const holds = async (rows: Ledger, [wallet, added, listed]: Address[]) => {
      if (wallet === undefined || added === undefined || listed === undefined) return
      fc.pre(theftsFrom(wallet, rows, [added]).size === 0)
      await writeLedger(context, rows, [STRANGER, listed])
      const before = judge(await factsOf(wallet)).score
      await writeLedger(context, rows, [STRANGER, listed, added])
      expect(judge(await factsOf(wallet)).score).toBeLessThanOrEqual(before)
    }
    const three = fc.shuffledSubarray([...PEOPLE], { minLength: 3, maxLength: 3 })
    await fc.assert(fc.asyncProperty(peacefulLedger, three, holds), { numRuns: 30 })
  })
})
