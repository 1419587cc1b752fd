import { NFTS } from '@app/score/facts.ts'
import { factsFromTransfers } from '@app/score/transfers/facts-from-transfers.ts'
import type { Transfer } from '@app/score/transfers/transfer.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import type {
  AccountEventRow,
  NftMoveRow,
  TransactionRow,
  TransferRow,
} from '../db/chain-tables.ts'
import { listAccount } from '../labels/list-account.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { emptyChain } from '../testing/dump-sums.ts'
import {
  DOLLAR,
  FLOW,
  followLabels,
  index,
  nftRows,
  person,
  transferRows,
} from '../testing/ledger.ts'
import { loadCoverage } from './load-coverage.ts'
import { loadFacts } from './load-facts.ts'
import { robbedActivity } from './robbed-activity.ts'
import { robbedActs } from './robbed-acts.ts'

const TOP = 20
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'
const LISTED = [person(0), person(1)]
const PEOPLE = [...LISTED, person(2), person(3), person(4)]

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

interface Ledger {
  transfers: TransferRow[]
  nftMoves: NftMoveRow[]
  transactions: TransactionRow[]
  accountEvents: AccountEventRow[]
}

const height = fc.integer({ min: 1, max: TOP })
const someone = fc.constantFrom(...PEOPLE)
const payments = fc.array(
  fc.record({
    height,
    minute: fc.nat(1439),
    from: fc.option(someone, { freq: 9 }),
    to: fc.option(someone, { freq: 9 }),
    units: fc.bigInt({ min: 1n, max: 10n ** 19n }),
    token: fc.constantFrom(FLOW, DOLLAR),
    isSwept: fc.boolean(),
    isEmptied: fc.boolean(),
    isDust: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)
const gifts = fc.array(fc.record({ height, from: someone, to: someone, isSwept: fc.boolean() }), {
  maxLength: 6,
})
const parts = fc.record({ is_payer: fc.boolean(), is_authorizer: fc.boolean() })
const withKey = fc.array(fc.nat(40), { maxLength: 4 })

/**
 * Any payments and gifts among five people, each in a transaction of its own that the sender proposed or
 * did not; in some of them the sender's account gets another key.
 */
const ledger: fc.Arbitrary<Ledger> = fc.record({ payments, gifts, parts, withKey }).map((drawn) => {
  const isMove = ({ from, to }: { from: unknown; to: unknown }) => from !== to
  const paid = drawn.payments.filter(isMove).map(({ minute, ...payment }) => ({
    ...payment,
    seconds: 1_700_000_000 + payment.height * 28_800 + minute * 20,
  }))
  const given = drawn.gifts.filter(isMove).map((gift) => ({ ...gift, nftType: PASS }))
  const moves = { transfers: transferRows(paid), nftMoves: nftRows(given) }
  const sent = [...moves.transfers, ...moves.nftMoves].filter(({ side }) => side === 'out')
  const transactions = sent.map(({ address, height, tx_index, tx_id, block_ms, is_initiated }) => {
    const place = { address, height, tx_index, tx_id, block_ms }
    return { ...place, ...drawn.parts, is_proposer: is_initiated }
  })
  const accountEvents = sent
    .filter((_, position) => drawn.withKey.includes(position))
    .map(({ address, height, tx_index, tx_id, block_ms }) => {
      const place = { address, height, tx_index, tx_id, block_ms }
      return { ...place, event_index: 9, kind: 'key_added' as const, subject: '1' }
    })
  return { ...moves, transactions, accountEvents }
})

async function factsOf(address: Address) {
  const coverage = await loadCoverage(context.db)
  if (coverage === null) throw new Error('nothing is indexed')
  return await loadFacts(context.db, { address, network: 'local', coverage })
}

async function write(rows: Ledger, listed: readonly Address[]) {
  await emptyChain(context.pool)
  for (const address of listed) {
    const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
    await listAccount(context, { ...label, address })
  }
  await followLabels(context)
  await index(context, rows, TOP)
}

/** Transactions in which a listed account took something from the wallet, by the words of the rule. */
function theftsFrom(wallet: Address, { transfers, nftMoves }: Ledger): Set<string> {
  const lost = [
    ...transfers,
    ...nftMoves.map((move) => ({ ...move, token: NFTS, is_emptied: false })),
  ].filter(
    ({ address, side, counterparty }) =>
      address === wallet && side === 'out' && LISTED.some((listed) => listed === counterparty),
  )
  const pairs = Map.groupBy(lost, ({ counterparty, token }) => `${counterparty} ${token}`)
  const taken = [...pairs.values()].flatMap((pair) => {
    const own = pair.filter((row) => !row.is_swept)
    const isVictim = own.length === 1 && own.every((row) => row.is_emptied)
    return isVictim ? pair : pair.filter((row) => row.is_swept)
  })
  return new Set(taken.map(placeOf))
}

function placeOf(row: { height: number; tx_index: number }): string {
  return `${row.height}/${row.tx_index}`
}

/** Transactions in which something else happened stay, without the theft. */
function without(ledger: Ledger, thefts: Set<string>): Ledger {
  const { transfers, nftMoves, transactions, accountEvents } = ledger
  const changed = new Set(accountEvents.map(placeOf))
  const isLeft = (row: { height: number; tx_index: number }) => !thefts.has(placeOf(row))
  return {
    transfers: transfers.filter(isLeft),
    nftMoves: nftMoves.filter(isLeft),
    transactions: transactions.filter((row) => isLeft(row) || changed.has(placeOf(row))),
    accountEvents,
  }
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
      await write(rows, [])
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
      await write(rows, LISTED)
      const robbed = await factsOf(wallet)
      await write(without(rows, theftsFrom(wallet, rows)), LISTED)
      const spared = await factsOf(wallet)
      expect({ ...robbed, contacts: null }).toEqual({ ...spared, contacts: null })
    }
    await fc.assert(fc.asyncProperty(ledger, someone, holds), { numRuns: 25 })
  })

  it('the database tells of a wallet’s transfers what they tell by themselves', async () => {
    const holds = async (rows: Ledger, wallet: Address) => {
      await write(rows, LISTED)
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
})
