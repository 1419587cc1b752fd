import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums, readActivity } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import {
  buildLiveCursor,
  buildTransferRows,
  DOLLAR,
  FLOW,
  labelAccount,
  NO_ROWS,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import {
  buildChildActs,
  buildStakeRows,
  linkChild,
  markOwnPlaces,
  toBlockSeconds,
} from '../../testing/own-places.ts'
import type { RangeRows } from '../decode/build-rows.ts'
import { writeRange } from '../write/write-range.ts'
import { createDeltaTables } from './delta-tables.ts'
import { RECHECK_CHILDREN, settleOwnPlaces } from './own-places.ts'
import { rebuildSums, SUM_TABLES } from './rebuild-sums.ts'

const context = await openFileContext()
beforeEach(() => clearChainTables(context.pool))

const [ALICE, BOB, CAROL, THIEF] = [1, 2, 3, 4].map(toTestAddress) as [
  Address,
  Address,
  Address,
  Address,
]

async function readPlaces(address: Address) {
  const { rows } = await context.pool.query(
    `select place, put_units as put, taken_units as taken from chain_own_place
     where address = $1 order by place`,
    [address],
  )
  return rows
}

const SENT = buildTransferRows([
  { height: 2, from: BOB, to: ALICE, units: 100n },
  { height: 3, from: ALICE, to: CAROL, units: 99n, isEmptied: true },
])

it('a stake is nobody’s own when several accounts authorized a move of it', async () => {
  const joint = [ALICE, BOB].map((address) => ({ height: 3, stake: 'node/1', address }))
  await writeIndexedRows(context, buildStakeRows([{ height: 2, stake: 'node/1', address: ALICE }]))
  expect(await readPlaces(ALICE)).toEqual([{ place: 'staking', put: 50n, taken: 0n }])
  await writeIndexedRows(context, {
    stakeActs: buildStakeRows(joint.map((move) => ({ ...move, isSole: false }))).stakeActs,
  })
  expect(await readPlaces(ALICE)).toEqual([])
})

describe('what a parent sends to its child', () => {
  it('stays a contact: a listed child taints its parent', async () => {
    await writeIndexedRows(context, { childActs: linkChild(1, ALICE, CAROL), transfers: SENT })
    await labelAccount(context, CAROL)
    const { rows } = await context.pool.query(
      'select out_units from chain_exposure where address = $1 and hop = 0',
      [ALICE],
    )
    expect(rows).toEqual([{ out_units: 99n }])
  })

  it('what comes back from it is income, because others can pay it', async () => {
    await writeIndexedRows(context, {
      childActs: linkChild(1, ALICE, CAROL),
      transfers: buildTransferRows([{ height: 3, from: CAROL, to: ALICE, units: 500n }]),
    })
    expect(await readPlaces(ALICE)).toEqual([])
    expect(await readActivity(context, ALICE, FLOW)).toMatchObject({ received: 500n, senders: 1 })
  })

  it('turns in several steps where there is much of it', async () => {
    const many = Array.from({ length: 7 }, () => ({ height: 3, from: ALICE, to: CAROL }))
    await writeIndexedRows(context, { transfers: buildTransferRows(many) })
    await context.pool.query(
      `insert into chain_child_act (child, parent, kind, height, tx_index, event_index, block_ms)
       values ($1, $2, 'published', 1, 1, 1, 0), ($1, $2, 'redeemed', 1, 1, 2, 0)`,
      [CAROL, ALICE],
    )
    await withTransaction(context.pool, async (client) => {
      await lockUntilCommit(client, 'sums')
      await createDeltaTables(client)
      await client.query(RECHECK_CHILDREN)
      await settleOwnPlaces(client, { flowToken: FLOW, flips: 3 })
    })
    expect(await readPlaces(ALICE)).toEqual([{ place: 'child', put: 300n, taken: 0n }])
    expect(await readActivity(context, ALICE, FLOW)).toMatchObject({ transfers_out: 4 })
    await propagateLabelTaint(context)
    const kept = await dumpSums(context.pool)
    expect(kept.chain_own_flip).toEqual([])
    await rebuildSums(context.pool, 'local')
    expect(await dumpSums(context.pool)).toEqual(kept)
  })
})

const TOP = 24
const height = fc.integer({ min: 0, max: TOP })
const person = fc.constantFrom(ALICE, BOB, CAROL, THIEF, toTestAddress(5))

const history = fc.record({
  payments: fc.array(
    fc.record({
      height,
      from: fc.option(person, { freq: 9 }),
      to: fc.option(person, { freq: 9 }),
      units: fc.bigInt({ min: 1n, max: 10n ** 19n }),
      token: fc.constantFrom(FLOW, FLOW, DOLLAR),
      isSwept: fc.boolean(),
      isEmptied: fc.boolean(),
      isDust: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  stakeMoves: fc.array(
    fc.record({
      height,
      stake: fc.constantFrom('node', 'node/1', 'node/2', 'other/1'),
      address: person,
      isPut: fc.boolean(),
      isSole: fc.boolean(),
      units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    }),
    { maxLength: 8 },
  ),
  acts: fc.array(
    fc.record({
      height,
      child: fc.constantFrom(CAROL, toTestAddress(5)),
      parent: person,
      kind: fc.constantFrom('published', 'redeemed', 'redeemed', 'removed'),
    }),
    { maxLength: 3 },
  ),
  links: fc.array(fc.record({ height, child: person, parent: person }), { maxLength: 2 }),
  listed: fc.option(person),
})

type History = typeof history extends fc.Arbitrary<infer T> ? T : never

function buildHistoryRows({ payments, stakeMoves, acts, links }: History): RangeRows {
  const paid = payments
    .filter(({ from, to }) => from !== to)
    .map((payment) => ({ ...payment, seconds: toBlockSeconds(payment.height) }))
  const stakes = buildStakeRows(stakeMoves)
  const linked = links.flatMap(({ height: at, child, parent }) => [
    { height: at, child, parent, kind: 'published' as const },
    { height: at, child, parent, kind: 'redeemed' as const },
  ])
  return {
    ...NO_ROWS,
    transfers: [...buildTransferRows(paid), ...stakes.transfers],
    stakeActs: stakes.stakeActs,
    childActs: buildChildActs([...acts, ...linked]),
  }
}

const selectHeights = (rows: RangeRows, low: number, high: number): RangeRows => {
  const isWithin = ({ height: at }: { height: number }) => at >= low && at <= high
  return {
    ...rows,
    transfers: rows.transfers.filter(isWithin),
    stakeActs: rows.stakeActs.filter(isWithin),
    childActs: rows.childActs.filter(isWithin),
  }
}

/** Writes the blocks from `middle` upwards, and then those below it downwards. */
async function writeFromMiddle(rows: RangeRows, middle: number): Promise<void> {
  const write = { network: 'local', hasContractEvents: true } as const
  await writeRange(context.pool, {
    ...write,
    rows: selectHeights(rows, middle, TOP),
    before: null,
    after: buildLiveCursor(middle, TOP),
  })
  let backfill = null
  for (let top = middle - 1; top >= 0; top -= 5) {
    const from = Math.max(0, top - 4)
    const after = { ...buildLiveCursor(from, middle - 1), direction: 'backfill' as const }
    await writeRange(context.pool, {
      ...write,
      rows: selectHeights(rows, from, top),
      before: backfill,
      after,
    })
    backfill = after
  }
}

const dumpAll = () => dumpSums(context.pool, [...SUM_TABLES, 'chain_transfer'])

describe('for any history', () => {
  it('any order of ranges gives the same rows and sums as a rebuild in any order of chunks', async () => {
    const order = fc.array(fc.nat(), { minLength: 9, maxLength: 9 })
    const holds = async (drawn: History, middle: number, keys: number[]) => {
      const rows = buildHistoryRows(drawn)
      const prepare = async () => {
        await clearChainTables(context.pool)
        if (drawn.listed !== null) await labelAccount(context, drawn.listed)
      }
      await prepare()
      await writeFromMiddle(rows, middle)
      const downwards = await dumpAll()
      await prepare()
      await writeFromMiddle(rows, 0)
      const upwards = await dumpAll()
      expect(downwards).toEqual(upwards)
      const chunks = keys
        .map((key, third) => ({ key, fromHeight: third * 3, toHeight: third * 3 + 2 }))
        .sort((a, b) => a.key - b.key)
      await rebuildSums(context.pool, 'local', chunks)
      expect(await dumpAll()).toEqual(upwards)
    }
    await fc.assert(fc.asyncProperty(history, fc.integer({ min: 1, max: TOP }), order, holds), {
      numRuns: HISTORIES,
    })
  })

  it('the marks are those of the rules, and only unmarked transfers are activity', async () => {
    const holds = async (drawn: History) => {
      await clearChainTables(context.pool)
      const rows = buildHistoryRows(drawn)
      await writeFromMiddle(rows, 12)
      const marked = markOwnPlaces(rows)
      const stored = await context.pool.query<{ key: string; own_place: string | null }>(
        `select concat_ws(' ', address, height, tx_index, split_index) as key, own_place
         from chain_transfer`,
      )
      expect(new Map(stored.rows.map((row) => [row.key, row.own_place]))).toEqual(
        new Map(marked.map((row) => [toKey(row), row.own_place])),
      )
      for (const address of new Set(marked.map((row) => row.address))) {
        const own = marked.filter(
          (row) => row.address === address && row.own_place === null && row.token === FLOW,
        )
        const sent = own.filter(({ side }) => side === 'out')
        const activity = await readActivity(context, address, FLOW)
        expect([
          activity?.recipients ?? 0,
          activity?.transfers_out ?? 0,
          activity?.sent ?? 0n,
          activity?.largest_sent ?? 0n,
        ]).toEqual([
          new Set(sent.flatMap(({ counterparty }) => counterparty ?? [])).size,
          sent.length,
          sent.reduce((sum, { units }) => sum + units, 0n),
          sent.map(({ units }) => units).sort(compareDescending)[0] ?? 0n,
        ])
      }
    }
    await fc.assert(fc.asyncProperty(history, holds), { numRuns: HISTORIES })
  })
})

const compareDescending = (a: bigint, b: bigint) => Number(b - a)

const toKey = (row: TransferRow) =>
  [row.address, row.height, row.tx_index, row.split_index].join(' ')
