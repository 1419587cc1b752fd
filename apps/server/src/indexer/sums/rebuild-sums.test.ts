import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums, readActivity } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import {
  buildLiveCursor,
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

/** Blocks follow each other in time; each height here stands for a third of a day. */
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
          hasContractEvents: true,
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
          const write = { network: 'local', rows: part, hasContractEvents: true } as const
          await writeRange(context.pool, { ...write, before: backfill, after })
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
      { numRuns: HISTORIES },
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
          expect(await readActivity(context, address, FLOW)).toMatchObject(computePlainSums(own))
        }
      }),
      { numRuns: HISTORIES },
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
