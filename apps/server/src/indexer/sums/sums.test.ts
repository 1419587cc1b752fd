import { NFTS } from '@app/score/facts.ts'
import type { AccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountEventRow, TransferRow } from '../../db/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import {
  buildLiveCursor,
  buildNftRows,
  buildTransferRows,
  DOLLAR,
  FLOW,
  NO_ROWS,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { writeRange } from '../write/write-range.ts'
import { rebuildSums } from './rebuild-sums.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)

async function readActivity(address: Address, token: string) {
  return await context.db
    .selectFrom('chain_activity')
    .selectAll()
    .where('address', '=', address)
    .where('token', '=', token)
    .executeTakeFirst()
}

describe('the activity of an account', () => {
  it('counts transfers, days, hours, counterparties and what was swept at once', async () => {
    await clearChainTables(context.pool)
    const day = 1_700_006_400
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, units: 100n, seconds: day },
        { height: 2, from: ALICE, to: BOB, units: 30n, seconds: day + 60 },
        { height: 3, from: ALICE, to: toTestAddress(3), units: 50n, seconds: day + 7200 },
        { height: 4, from: BOB, to: ALICE, units: 5n, seconds: day + 90_000 },
        { height: 5, from: null, to: ALICE, units: 1n, seconds: day + 90_001, isDust: true },
      ]),
    })
    expect(await readActivity(ALICE, FLOW)).toEqual({
      address: ALICE,
      token: FLOW,
      transfers_in: 2,
      transfers_out: 2,
      dust_in: 1,
      senders: 1,
      recipients: 2,
      mutual: 1,
      repeat_senders: 1,
      repeat_recipients: 0,
      first_seconds: day,
      last_seconds: day + 90_000,
      last_height: 4,
      active_days: 2,
      active_hours: 3,
      days_in: 2,
      days_out: 1,
      days_both: 1,
      busiest_day: 3,
      received: 105n,
      sent: 80n,
      largest_received: 100n,
      largest_sent: 50n,
      swept_same_hour: 30n,
      swept_same_day: 80n,
      received_moment: 100n * BigInt(day) + 5n * BigInt(day + 90_000),
      sent_moment: 30n * BigInt(day + 60) + 50n * BigInt(day + 7200),
    })
  })

  it('over all tokens counts transfers without adding up their amounts', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, token: FLOW },
        { height: 2, from: BOB, to: ALICE, token: DOLLAR },
      ]),
    })
    expect(await readActivity(ALICE, '*')).toMatchObject({
      transfers_in: 2,
      senders: 1,
      repeat_senders: 1,
      received: 0n,
      largest_received: 0n,
    })
  })

  it('counts NFTs under a pseudo-token, one unit each', async () => {
    await clearChainTables(context.pool)
    const nftType = 'A.f8d6e0586b0a20c7.GardenPass.NFT'
    await writeIndexedRows(context, {
      nftMoves: buildNftRows([
        { height: 1, from: null, to: ALICE, nftType },
        { height: 3, from: ALICE, to: BOB, nftType },
      ]),
    })
    expect(await readActivity(ALICE, NFTS)).toMatchObject({
      transfers_in: 1,
      received: 1n,
      sent: 1n,
    })
    expect(await readActivity(ALICE, '*')).toBeUndefined()
    const collections = await dumpSums(context.pool, ['chain_collection'])
    expect(collections.chain_collection).toHaveLength(2)
    expect(collections.chain_collection?.join()).toContain('A.f8d6e0586b0a20c7.GardenPass"')
  })
})

describe('a change that an account makes to itself', () => {
  it('is counted by kind', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, {
      accountEvents: buildAccountEventRows([
        'key_added',
        'full_key_added',
        'capability_published',
        'capability_offered',
        'transaction_scheduled',
      ]),
    })
    await writeIndexedRows(context, {
      accountEvents: buildAccountEventRows(['full_key_added', 'key_initial'], 8),
    })
    const counted = await context.db
      .selectFrom('chain_account_event_count')
      .select(['kind', 'count'])
      .where('address', '=', ALICE)
      .orderBy('kind')
      .execute()
    expect(counted).toEqual([
      { kind: 'capability_offered', count: 1 },
      { kind: 'capability_published', count: 1 },
      { kind: 'full_key_added', count: 2 },
      { kind: 'key_added', count: 1 },
      { kind: 'transaction_scheduled', count: 1 },
    ])
    const activity = await context.db.selectFrom('chain_account_activity').selectAll().execute()
    expect(activity).toMatchObject([{ address: ALICE, proposed: 0, last_height: 8 }])
  })
})

function buildAccountEventRows(kinds: readonly AccountEventKind[], height = 1): AccountEventRow[] {
  return kinds.map((kind, event_index) => ({
    address: ALICE,
    height,
    tx_index: 0,
    event_index,
    tx_id: 'ab'.repeat(32),
    block_ms: 1_700_000_000_000,
    kind,
    detail: null,
  }))
}

describe('dust', () => {
  it('is counted on the side of its sender, too', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, isDust: true },
        { height: 2, from: BOB, to: ALICE, token: DOLLAR, isDust: true },
        { height: 3, from: BOB, to: ALICE },
        { height: 4, from: null, to: ALICE, isDust: true },
      ]),
    })
    const pairs = await context.db
      .selectFrom('chain_counterparty')
      .select(['address', 'out_count', 'dust_sent_count', 'dust_count'])
      .where('token', '=', '*')
      .orderBy('address')
      .execute()
    expect(pairs).toEqual(
      [
        { address: ALICE, out_count: 0, dust_sent_count: 0, dust_count: 2 },
        { address: BOB, out_count: 3, dust_sent_count: 2, dust_count: 0 },
      ].sort((a, b) => (a.address < b.address ? -1 : 1)),
    )
  })
})

describe('writing', () => {
  const rows = { transfers: buildTransferRows([{ height: 1, from: ALICE, to: BOB }]) }

  it('the same rows again changes no sum', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, rows)
    const once = await dumpSums(context.pool)
    await writeIndexedRows(context, rows)
    expect(await dumpSums(context.pool)).toEqual(once)
    expect(once.chain_activity).toHaveLength(4)
  })

  it('by two processes at once counts a range once', async () => {
    await clearChainTables(context.pool)
    const write = {
      network: 'local' as const,
      rows: { ...NO_ROWS, ...rows },
      before: null,
      after: buildLiveCursor(0, 1),
    }
    const wrote = await Promise.all([1, 2, 3].map(() => writeRange(context.pool, write)))
    expect(wrote.filter(Boolean)).toHaveLength(1)
    expect(await readActivity(BOB, FLOW)).toMatchObject({ transfers_in: 1 })
  })

  it('from a cursor that another process has moved writes nothing', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, {}, 5)
    await writeIndexedRows(context, {}, 9)
    const late = buildTransferRows([{ height: 6, from: ALICE, to: BOB }])
    const wrote = await writeRange(context.pool, {
      network: 'local',
      rows: { ...NO_ROWS, transfers: late },
      before: buildLiveCursor(0, 5),
      after: buildLiveCursor(0, 7),
    })
    expect(wrote).toBe(false)
    expect(await readActivity(BOB, FLOW)).toBeUndefined()
  })

  it('that fails halfway leaves neither rows nor cursor', async () => {
    await clearChainTables(context.pool)
    const [first, second] = rows.transfers as [TransferRow, TransferRow]
    const broken = { ...second, height: 2, units: 0n }
    await expect(writeIndexedRows(context, { transfers: [first, broken] })).rejects.toThrow('units')
    const dump = await dumpSums(context.pool, ['chain_transfer', 'chain_activity', 'chain_cursor'])
    expect(Object.values(dump).flat()).toEqual([])
  })
})

/**
 * Creates a pool whose connections break at their `dyingAt`-th statement, as when the server is
 * killed.
 */
function createFailingPool(
  pool: pg.Pool,
  failingStatement: number,
): { pool: pg.Pool; hasFailed: () => boolean } {
  let hasFailed = false
  const connect = async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let statements = 0
    const dying = async (...args: unknown[]) => {
      statements += 1
      if (statements !== failingStatement) return await query(...args)
      hasFailed = true
      return await query('select pg_terminate_backend(pg_backend_pid())')
    }
    return { query: dying, release: client.release }
  }
  return { pool: { connect } as unknown as pg.Pool, hasFailed: () => hasFailed }
}

describe('a crash', () => {
  it('at any statement of a write leaves the whole range to the next attempt', async () => {
    const first = { transfers: buildTransferRows([{ height: 1, from: ALICE, to: BOB }]) }
    const second = {
      ...NO_ROWS,
      transfers: buildTransferRows([{ height: 2, from: BOB, to: ALICE }]),
    }
    await clearChainTables(context.pool)
    await writeIndexedRows(context, first)
    await writeIndexedRows(context, second)
    const whole = await dumpSums(context.pool)

    let crashes = 0
    for (let dyingAt = 1; crashes === dyingAt - 1; dyingAt++) {
      await clearChainTables(context.pool)
      await writeIndexedRows(context, first)
      const write = {
        network: 'local' as const,
        rows: second,
        before: buildLiveCursor(0, 1),
        after: buildLiveCursor(0, 2),
      }
      const dying = createFailingPool(context.pool, dyingAt)
      await writeRange(dying.pool, write).catch(() => {})
      if (dying.hasFailed()) crashes += 1
      await writeRange(context.pool, write)
      expect(await dumpSums(context.pool)).toEqual(whole)
    }
    expect(crashes).toBeGreaterThan(15)
  })
})

const payments = fc.array(
  fc.record({
    height: fc.integer({ min: 0, max: 29 }),
    from: fc.option(fc.nat(5).map(toTestAddress)),
    to: fc.option(fc.nat(5).map(toTestAddress)),
    units: fc.bigInt({ min: 1n, max: 10n ** 19n }),
    token: fc.constantFrom(FLOW, DOLLAR),
    minute: fc.nat(1439),
    isSwept: fc.boolean(),
    isEmptied: fc.boolean(),
    isDust: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
)

/** Block times increase with height: here, each height is a third of a day. */
const toTransferRows = (drawn: (Payment & { minute: number })[]): TransferRow[] =>
  buildTransferRows(
    drawn
      .filter(({ from, to }) => from !== to)
      .map((payment) => ({
        ...payment,
        seconds: 1_700_000_000 + payment.height * 28_800 + payment.minute,
      })),
  )

const order = fc.array(fc.nat(), { minLength: 10, maxLength: 10 })

describe('for any history', () => {
  it('sums written upwards and downwards in ranges equal sums rebuilt in any order of chunks', async () => {
    await fc.assert(
      fc.asyncProperty(payments, fc.nat(29), order, async (drawn, middle, keys) => {
        await clearChainTables(context.pool)
        const transfers = toTransferRows(drawn)
        const between = (low: number, high: number) =>
          transfers.filter(({ height }) => height >= low && height <= high)
        await writeRange(context.pool, {
          network: 'local',
          rows: { ...NO_ROWS, transfers: between(middle, middle + 4) },
          before: null,
          after: buildLiveCursor(middle, middle + 4),
        })
        let backfill = null
        for (let top = middle - 1; top >= 0; top -= 7) {
          const after = {
            ...buildLiveCursor(Math.max(0, top - 6), middle - 1),
            direction: 'backfill' as const,
          }
          const part = { ...NO_ROWS, transfers: between(top - 6, top) }
          await writeRange(context.pool, { network: 'local', rows: part, before: backfill, after })
          backfill = after
        }
        await writeIndexedRows(context, { transfers: between(middle + 5, 30) }, 40)
        const kept = await dumpSums(context.pool)

        const chunks = keys
          .map((key, third) => ({ key, fromHeight: third * 3, toHeight: third * 3 + 2 }))
          .sort((a, b) => a.key - b.key)
        await rebuildSums(context.pool, 'local', chunks)
        expect(await dumpSums(context.pool)).toEqual(kept)
        await rebuildSums(context.pool, 'local')
        expect(await dumpSums(context.pool)).toEqual(kept)
      }),
      { numRuns: 12 },
    )
  })

  it('sums equal a plain count over the rows', async () => {
    await fc.assert(
      fc.asyncProperty(payments, async (drawn) => {
        await clearChainTables(context.pool)
        const transfers = toTransferRows(drawn)
        await writeIndexedRows(
          context,
          { transfers: transfers.filter(({ height }) => height < 15) },
          14,
        )
        await writeIndexedRows(
          context,
          { transfers: transfers.filter(({ height }) => height >= 15) },
          30,
        )
        for (const address of new Set(transfers.map((row) => row.address))) {
          const own = transfers.filter((row) => row.address === address && row.token === FLOW)
          if (own.length === 0) continue
          expect(await readActivity(address, FLOW)).toMatchObject(computePlainSums(own))
        }
      }),
      { numRuns: 10 },
    )
  })
})

function computePlainSums(rows: TransferRow[]) {
  const counted = rows.filter((row) => !row.is_dust)
  const ins = counted.filter(({ side }) => side === 'in')
  const outs = counted.filter(({ side }) => side === 'out')
  const days = Map.groupBy(counted, ({ block_ms }) => Math.floor(block_ms / 86_400_000))
  const people = (side: TransferRow[]) =>
    new Set(side.flatMap(({ counterparty }) => counterparty ?? []))
  const units = (side: TransferRow[]) => side.reduce((sum, row) => sum + row.units, 0n)
  return {
    transfers_in: ins.length,
    transfers_out: outs.length,
    dust_in: rows.length - counted.length,
    senders: people(ins).size,
    recipients: people(outs).size,
    mutual: [...people(ins)].filter((each) => people(outs).has(each)).length,
    active_days: days.size,
    busiest_day: Math.max(0, ...[...days.values()].map((own) => own.length)),
    received: units(ins),
    sent: units(outs),
    swept_same_day: [...days.values()].reduce((sum, own) => {
      const received = units(own.filter(({ side }) => side === 'in'))
      const sent = units(own.filter(({ side }) => side === 'out'))
      return sum + [received, sent].sort(compareAscending)[0]!
    }, 0n),
  }
}

function compareAscending(a: bigint, b: bigint): number {
  return Number(a - b)
}
