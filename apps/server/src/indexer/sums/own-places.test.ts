import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums, readActivity } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import {
  buildLiveCursor,
  buildTransferRows,
  FLOW,
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
import { rebuildSums } from './rebuild-sums.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())
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

async function readTransfers() {
  return await dumpSums(context.pool, ['chain_transfer'])
}

describe('a stake', () => {
  it('is no activity, no pair and not emptied while one account alone moves it', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([{ height: 1, from: BOB, to: ALICE, units: 500n }]),
    })
    await writeIndexedRows(
      context,
      buildStakeRows([
        { height: 2, stake: 'node/1', address: ALICE, units: 499n },
        { height: 3, stake: 'node/1', address: ALICE, isPut: false, units: 20n },
      ]),
    )
    expect(await readPlaces(ALICE)).toEqual([{ place: 'staking', put: 499n, taken: 20n }])
    const activity = { transfers_in: 1, transfers_out: 0, sent: 0n, received: 500n, last_height: 1 }
    expect(await readActivity(context, ALICE, FLOW)).toMatchObject(activity)
  })

  it('is nobody’s own once a second account moves it, whichever is indexed first', async () => {
    const put = buildStakeRows([{ height: 2, stake: 'node/1', address: ALICE }])
    const taken = buildStakeRows([{ height: 9, stake: 'node/1', address: BOB, isPut: false }])
    for (const parts of [
      [put, taken],
      [taken, put],
    ]) {
      await clearChainTables(context.pool)
      for (const part of parts) await writeIndexedRows(context, part, 9)
      expect([await readPlaces(ALICE), await readPlaces(BOB)]).toEqual([[], []])
      expect(await readActivity(context, ALICE, FLOW)).toMatchObject({
        transfers_out: 1,
        sent: 50n,
      })
      expect(await readActivity(context, BOB, FLOW)).toMatchObject({ transfers_in: 1 })
    }
  })

  it('is nobody’s own when several accounts authorized a move of it', async () => {
    const joint = [ALICE, BOB].map((address) => ({ height: 3, stake: 'node/1', address }))
    await writeIndexedRows(
      context,
      buildStakeRows([{ height: 2, stake: 'node/1', address: ALICE }]),
    )
    await writeIndexedRows(context, {
      stakeActs: buildStakeRows(joint.map((move) => ({ ...move, isSole: false }))).stakeActs,
    })
    expect(await readPlaces(ALICE)).toEqual([])
  })
})

describe('what a parent sends to its child', () => {
  const SENT = buildTransferRows([
    { height: 2, from: BOB, to: ALICE, units: 100n },
    { height: 3, from: ALICE, to: CAROL, units: 99n, isEmptied: true },
  ])

  it('is own money, whether the link is indexed before or after it', async () => {
    const link = { childActs: linkChild(1, ALICE, CAROL) }
    for (const parts of [
      [link, { transfers: SENT }],
      [{ transfers: SENT }, link],
    ]) {
      await clearChainTables(context.pool)
      for (const part of parts) await writeIndexedRows(context, part, 3)
      expect(await readPlaces(ALICE)).toEqual([{ place: 'child', put: 99n, taken: 0n }])
      expect(await readActivity(context, ALICE, FLOW)).toMatchObject({
        transfers_out: 0,
        recipients: 0,
        largest_sent: 0n,
        last_height: 2,
        busiest_day: 1,
      })
    }
  })

  it.each<[string, Partial<RangeRows>]>([
    ['did not offer itself', { childActs: [{ ...linkChild(1, ALICE, CAROL)[1]! }] }],
    ['was not taken', { childActs: [{ ...linkChild(1, ALICE, CAROL)[0]! }] }],
    [
      'offered itself to another',
      {
        childActs: [linkChild(1, BOB, CAROL)[0]!, linkChild(1, ALICE, CAROL)[1]!],
      },
    ],
    [
      'was removed',
      {
        childActs: [
          ...linkChild(1, ALICE, CAROL),
          ...buildChildActs([{ height: 4, parent: ALICE, child: CAROL, kind: 'removed' }]),
        ],
      },
    ],
    [
      'has another parent',
      {
        childActs: [...linkChild(1, ALICE, CAROL), ...linkChild(5, BOB, CAROL)],
      },
    ],
    [
      'paid somebody else',
      {
        childActs: linkChild(1, ALICE, CAROL),
        transfers: buildTransferRows([{ height: 6, from: CAROL, to: BOB, units: 1n }]),
      },
    ],
  ])('is not when the child %s, in any order', async (_, rows) => {
    const parts: Partial<RangeRows>[] = [
      { transfers: SENT },
      ...Object.entries(rows).map(([kind, own]) => ({ [kind]: own })),
    ]
    for (const order of [parts, parts.toReversed()]) {
      await clearChainTables(context.pool)
      for (const part of order) await writeIndexedRows(context, part, 9)
      expect(await readPlaces(ALICE)).toEqual([])
      expect(await readActivity(context, ALICE, FLOW)).toMatchObject({
        transfers_out: 1,
        sent: 99n,
      })
    }
  })

  it.each<[string, Partial<RangeRows>]>([
    [
      'paid a child of its own',
      {
        childActs: [...linkChild(1, ALICE, CAROL), ...linkChild(4, CAROL, THIEF)],
        transfers: buildTransferRows([{ height: 6, from: CAROL, to: THIEF, units: 1n }]),
      },
    ],
    [
      'put money into a stake that another account moved, too',
      {
        childActs: linkChild(1, ALICE, CAROL),
        ...buildStakeRows([
          { height: 7, stake: 'node/1', address: CAROL },
          { height: 8, stake: 'node/1', address: BOB, isPut: false },
        ]),
      },
    ],
  ])('is not when the child %s', async (_, { childActs = [], ...moves }) => {
    const [sent, links] = [{ transfers: SENT }, { childActs }]
    for (const order of [
      [sent, links, moves],
      [links, sent, moves],
      [moves, sent, links],
    ]) {
      await clearChainTables(context.pool)
      for (const part of order) await writeIndexedRows(context, part, 9)
      expect(await readPlaces(ALICE)).toEqual([])
      const kept = await dumpSums(context.pool)
      await rebuildSums(context.pool, 'local')
      expect(await dumpSums(context.pool)).toEqual(kept)
    }
  })

  it('stays own when the child stakes it', async () => {
    await writeIndexedRows(context, {
      childActs: linkChild(1, ALICE, CAROL),
      ...buildStakeRows([{ height: 7, stake: 'node/1', address: CAROL }]),
    })
    await writeIndexedRows(context, { transfers: SENT }, 9)
    expect(await readPlaces(ALICE)).toMatchObject([{ place: 'child', put: 99n }])
  })

  it('stays a contact: a listed child taints its parent', async () => {
    await writeIndexedRows(context, { childActs: linkChild(1, ALICE, CAROL), transfers: SENT })
    const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
    await upsertLabel(context, { ...label, address: CAROL })
    await propagateLabelTaint(context)
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
      units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
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

async function dumpAll() {
  return { ...(await dumpSums(context.pool)), ...(await readTransfers()) }
}

describe('for any history', () => {
  it('any order of ranges gives the same rows and sums as a rebuild in any order of chunks', async () => {
    const order = fc.array(fc.nat(), { minLength: 9, maxLength: 9 })
    const holds = async (drawn: History, middle: number, keys: number[]) => {
      const rows = buildHistoryRows(drawn)
      const prepare = async () => {
        await clearChainTables(context.pool)
        if (drawn.listed === null) return
        const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
        await upsertLabel(context, { ...label, address: drawn.listed })
        await propagateLabelTaint(context)
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
        const own = marked.filter((row) => row.address === address && row.own_place === null)
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
