import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { arbitraryAddress, arbitraryLedger, type Ledger } from '../../testing/arbitrary-ledger.ts'
import { createFailingPool } from '../../testing/create-failing-pool.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import { buildLiveCursor, DOLLAR, NO_ROWS, propagateLabelTaint } from '../../testing/ledger.ts'
import { DECODING } from '../decode/decoding.ts'
import { createExposureStage } from '../stages/create-exposure-stage.ts'
import { findNewestOutdatedRange, readCursors } from '../stages/cursors.ts'
import { rebuildSums, SUM_TABLES } from '../sums/rebuild-sums.ts'
import { writeRange } from './write-range.ts'
import { writeReread } from './write-reread.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

const LOWEST = 1
const HIGHEST = 20
const EARLIER = DECODING - 1

const TABLES = [
  ...['chain_transfer', 'chain_nft_move', 'chain_account_event', 'chain_transaction'],
  'chain_decoded',
  ...SUM_TABLES,
]

/** What some decoding before the present one made of the same blocks. */
const EARLIER_DECODINGS: Readonly<Record<string, (ledger: Ledger) => Ledger>> = {
  'has no NFT moves': (ledger) => ({ ...ledger, nftMoves: [] }),
  'has no account events': (ledger) => ({ ...ledger, accountEvents: [] }),
  'has no transfers of a token': (ledger) => ({
    ...ledger,
    transfers: ledger.transfers.filter(({ token }) => token !== DOLLAR),
  }),
  'knows one side of each transfer': ({ transfers, ...ledger }) => ({
    ...ledger,
    transfers: transfers
      .filter(({ token, side }) => token !== DOLLAR || side === 'out')
      .map((row) => (row.token === DOLLAR ? { ...row, counterparty: null } : row)),
  }),
  'splits transfers': ({ transfers, ...ledger }) => ({
    ...ledger,
    transfers: transfers.map((row) => ({ ...row, split_index: row.split_index + 7 })),
  }),
  'takes no transfer for a loss, or for dust': ({ transfers, ...ledger }) => ({
    ...ledger,
    transfers: transfers.map((row) => ({ ...row, ...NO_LOSS, is_emptied: false, is_dust: false })),
  }),
}
const NO_LOSS = { is_initiated: true, is_swept: false }

const select = (ledger: Ledger, low: number, high: number): Ledger => {
  const isWithin = ({ height }: { height: number }) => height >= low && height <= high
  const { transfers, nftMoves, transactions, accountEvents, stakeActs, childActs } = ledger
  return {
    transfers: transfers.filter(isWithin),
    nftMoves: nftMoves.filter(isWithin),
    transactions: transactions.filter(isWithin),
    accountEvents: accountEvents.filter(isWithin),
    stakeActs: stakeActs.filter(isWithin),
    childActs: childActs.filter(isWithin),
  }
}

interface Indexed {
  ledger: Ledger
  decoding: number
}

const write = ({ ledger, decoding }: Indexed, before: CursorRow | null, after: CursorRow) => {
  const [low, high] =
    after.direction === 'live'
      ? [before === null ? after.from_height : before.to_height + 1, after.to_height]
      : [after.from_height, (before?.from_height ?? after.to_height + 1) - 1]
  const rows = { ...NO_ROWS, ...select(ledger, low, high) }
  return writeRange(context.pool, {
    network: 'local',
    rows,
    decoding,
    hasContractEvents: true,
    before,
    after,
  })
}

async function writeUpwards(indexed: Indexed, blocks: number): Promise<boolean> {
  const { live } = await readCursors(context.db)
  if (live === null) throw new Error('nothing is indexed')
  const top = Math.min(live.to_height + blocks, HIGHEST)
  if (top === live.to_height) return false
  return await write(indexed, live, buildLiveCursor(live.from_height, top))
}

async function writeDownwards(indexed: Indexed, blocks: number): Promise<boolean> {
  const { live, backfill } = await readCursors(context.db)
  if (live === null) throw new Error('nothing is indexed')
  const above = backfill?.from_height ?? live.from_height
  const low = Math.max(above - blocks, LOWEST)
  if (low === above) return false
  const after = { ...buildLiveCursor(low, live.from_height - 1), direction: 'backfill' as const }
  return await write(indexed, backfill, after)
}

async function reread(ledger: Ledger, blocks: number, dyingAt: number): Promise<boolean> {
  const outdated = await findNewestOutdatedRange(context.db, DECODING)
  if (outdated === null) return false
  const fromHeight = Math.max(outdated.to_height - blocks + 1, outdated.from_height)
  const reread = {
    network: 'local' as const,
    rows: { ...NO_ROWS, ...select(ledger, fromHeight, outdated.to_height) },
    decoding: DECODING,
    outdated,
    fromHeight,
    parentId: `block-${fromHeight - 1}`,
  }
  await writeReread(createFailingPool(context.pool, dyingAt).pool, reread).catch(() => {})
  await writeReread(context.pool, reread)
  expect(await writeReread(context.pool, reread)).toBe(false)
  return true
}

const operation = fc.record({
  kind: fc.constantFrom('up', 'down', 'reread', 'reread', 'label', 'follow'),
  blocks: fc.integer({ min: 1, max: 6 }),
  dyingAt: fc.integer({ min: 1, max: 40 }),
})

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function execute(ledger: Ledger, { kind, blocks, dyingAt }: Operation): Promise<boolean> {
  const indexed = { ledger, decoding: DECODING }
  switch (kind) {
    case 'up':
      return await writeUpwards(indexed, blocks)
    case 'down':
      return await writeDownwards(indexed, blocks)
    case 'reread':
      return await reread(ledger, blocks, dyingAt)
    case 'follow':
      return (await createExposureStage(context, 1).step()) === 'more'
    case 'label':
      return false
  }
}

/** Does what is left, in any order, until nothing is. */
async function finishAll(ledger: Ledger): Promise<void> {
  const rest = { blocks: 6, dyingAt: 1 }
  for (const kind of ['down', 'reread', 'up'] as const) {
    while (await execute(ledger, { kind, ...rest }));
  }
  await propagateLabelTaint(context)
}

describe('reading blocks again', () => {
  it.each(Object.entries(EARLIER_DECODINGS))(
    'after a decoding that %s gives the rows and sums of the present one, in any order and after crashes',
    async (_name, decodeEarlier) => {
      const draw = {
        ledger: arbitraryLedger,
        listed: fc.uniqueArray(arbitraryAddress, { maxLength: 2 }),
        start: fc.integer({ min: LOWEST, max: HIGHEST }),
        before: fc.record({ up: fc.nat(20), down: fc.nat(20) }),
        operations: fc.array(operation, { maxLength: 16 }),
      }
      await fc.assert(
        fc.asyncProperty(fc.record(draw), async (one) => {
          const { ledger, listed, start, before, operations } = one
          await clearChainTables(context.pool)
          const earlier = { ledger: decodeEarlier(ledger), decoding: EARLIER }
          await write(earlier, null, buildLiveCursor(start, start))
          await writeUpwards(earlier, before.up)
          await writeDownwards(earlier, before.down)
          const labels = listed.values()
          for (const each of operations) {
            if (each.kind === 'label') await listNext(labels)
            else await execute(ledger, each)
          }
          for (const _ of listed) await listNext(labels)
          await finishAll(ledger)
          const reread = await dumpSums(context.pool, TABLES)

          await rebuildSums(context.pool, 'local')
          expect(await dumpSums(context.pool, TABLES)).toEqual(reread)

          await clearChainTables(context.pool)
          for (const address of listed) await list(address)
          const indexed = { ledger, decoding: DECODING }
          await write(indexed, null, buildLiveCursor(LOWEST, HIGHEST))
          await propagateLabelTaint(context)
          expect(reread).toEqual(await dumpSums(context.pool, TABLES))
        }),
        { numRuns: HISTORIES, endOnFailure: true },
      )
    },
  )
})

async function listNext(addresses: Iterator<Ledger['transfers'][number]['address']>) {
  const { done, value } = addresses.next()
  if (done !== true) await list(value)
}

const list = (address: Ledger['transfers'][number]['address']) =>
  upsertLabel(context, { address, kind: 'scam', source: 'test', confidence: 1, reason: 'stole' })
