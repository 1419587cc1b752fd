import { startTestChain, type TestChain } from '@app/flow/testing/test-chain.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { dumpSums } from '../../testing/dump-sums.ts'
import { FLOW } from '../../testing/ledger.ts'
import { createIndexerStages } from '../create-indexer-stages.ts'
import { DECODING, type Decoding } from '../decode/decoding.ts'
import { SUM_TABLES } from '../sums/rebuild-sums.ts'
import { createBackfillStage, createRereadStage } from './create-downward-stages.ts'
import { createLiveStage } from './create-live-stage.ts'
import { readCursors } from './cursors.ts'

const RAW_TABLES = ['chain_transfer', 'chain_transaction', 'chain_account_event', 'chain_account']

/** Knows who received, but not from whom. */
const EARLIER: Decoding = { number: DECODING - 1, without: ['token_withdrawn'] }

let world: TestChain
let alice: Address
let bob: Address
let paidIn: string

/**
 * Starts a chain on which the service account opened two accounts and alice paid bob, 300 blocks
 * ago.
 */
beforeAll(async () => {
  world = await startTestChain()
  const aliceSigner = await world.createAccount()
  alice = aliceSigner.address
  bob = (await world.createAccount()).address
  await world.transfer(world.service, alice, 1_000_000_000n)
  paidIn = (await world.transfer(aliceSigner, bob, 250_000_000n)).txId
  await world.emulator.control('/blocks', { count: 300 })
})
afterAll(() => world.emulator.stop())

const createContextOn = (chain: TestChain, startHeight: number | 'recent' = 0) =>
  createTestContext({ accessNodeUrl: chain.emulator.accessNodeUrl, startHeight })

const runIndexer = (context: Context, decoding?: Decoding) =>
  runUntilIdle(createIndexerStages(context, decoding).map(({ stage }) => stage))

const dumpAll = ({ pool }: Context) => dumpSums(pool, [...SUM_TABLES, ...RAW_TABLES])

const listDecoded = async ({ db }: Context) =>
  (await db.selectFrom('chain_decoded').selectAll().orderBy('from_height').execute()).map(
    ({ from_height, to_height, decoding }) => [from_height, to_height, decoding],
  )

describe('indexing a chain', () => {
  it('reaches the tip, with transfers and without fees, and accounts with their first keys', async () => {
    const context = await createContextOn(world)
    await runIndexer(context)
    const tip = await world.reader.getLatestBlock()
    const block = { block_id: tip.id, block_ms: tip.timeMs, node_height: tip.height }
    expect(await readCursors(context.db)).toMatchObject({
      live: { from_height: 0, to_height: tip.height, ...block },
      backfill: null,
    })
    const transfers = await context.pool.query(
      `select address, side, counterparty, token, units, is_initiated, is_swept from chain_transfer
       where tx_id = $1 order by side desc`,
      [paidIn],
    )
    const payment = { token: FLOW, units: 250_000_000n, is_swept: false }
    expect(transfers.rows).toEqual([
      { ...payment, address: alice, side: 'out', counterparty: bob, is_initiated: true },
      { ...payment, address: bob, side: 'in', counterparty: alice, is_initiated: false },
    ])
    const events = await context.pool.query(
      `select kind, detail, creation_index from chain_account_event join chain_account using (address)
       where address = $1 order by event_index`,
      [alice],
    )
    const creation_index = toAccountIndex(alice, 'local')
    expect(events.rows).toEqual([
      { kind: 'account_created', detail: null, creation_index },
      { kind: 'key_initial', detail: '0', creation_index },
    ])
  })

  it('by two processes at once counts everything once', async () => {
    const alone = await createContextOn(world)
    await runIndexer(alone)
    const shared = await createContextOn(world)
    await Promise.all([runIndexer(shared), runIndexer(shared), runIndexer(shared)])
    expect(await dumpAll(shared)).toEqual(await dumpAll(alone))
  })

  it('backwards from a later block gives the same rows and sums', async () => {
    const forwards = await createContextOn(world)
    await runIndexer(forwards)
    const backwards = await createContextOn(world, 'recent')
    await setStartHeight(backwards, 290)
    await runIndexer(backwards)
    const { live, backfill } = await readCursors(backwards.db)
    expect(backfill).toMatchObject({ from_height: 0, to_height: 289 })
    expect(live).toMatchObject({ from_height: 290 })
    expect(await dumpAll(backwards)).toEqual(await dumpAll(forwards))
  })
})

describe('blocks that an earlier decoding has read', () => {
  it('are read again, and have the rows and sums of blocks that were read once', async () => {
    const once = await createContextOn(world)
    await runIndexer(once)
    const again = await createContextOn(world)
    await runIndexer(again, EARLIER)
    expect(await dumpAll(again)).not.toEqual(await dumpAll(once))
    const { height } = await world.reader.getLatestBlock()
    expect(await listDecoded(again)).toEqual([[0, height, EARLIER.number]])
    await runIndexer(again)
    expect(await dumpAll(again)).toEqual(await dumpAll(once))
    expect(await listDecoded(again)).toEqual([[0, height, DECODING]])
  })

  it('are read before older ones are indexed', async () => {
    const context = await createContextOn(world, 'recent')
    await setStartHeight(context, 290)
    await runUntilIdle([createLiveStage(context, EARLIER)])
    const { height } = await world.reader.getLatestBlock()
    const [backfill, reread] = [createBackfillStage(context), createRereadStage(context)]
    expect(await backfill.step()).toBe('idle')
    expect(await reread.step()).toBe('more')
    expect(await listDecoded(context)).toEqual([[291, height, DECODING]])
    await runUntilIdle([backfill])
    expect(await listDecoded(context)).toEqual([
      [0, 289, DECODING],
      [291, height, DECODING],
    ])
  })

  it('are read as far down as the node has them', async () => {
    const context = await createContextOn(world)
    await runIndexer(context, EARLIER)
    const version = { ...(await world.reader.getNodeVersion()), nodeRootHeight: 100 }
    const flow = { ...context.flow, getNodeVersion: async () => version }
    await runIndexer({ ...context, flow })
    const { height } = await world.reader.getLatestBlock()
    expect(await listDecoded(context)).toEqual([
      [0, 99, EARLIER.number],
      [100, height, DECODING],
    ])
  })

  it('are not replaced by those of another chain', async () => {
    const context = await createContextOn(world)
    await runIndexer(context, EARLIER)
    const before = await dumpAll(context)
    const other = await startTestChain()
    await other.emulator.control('/blocks', { count: (await world.reader.getLatestBlock()).height })
    const reading = createRereadStage({ ...context, flow: other.reader }).step()
    await expect(reading).rejects.toThrow(/^Block \d+ is \w+, but the block indexed above it/)
    await other.emulator.stop()
    expect(await dumpAll(context)).toEqual(before)
  })
})

/**
 * Sets the start height as a server would have that was started when this block was one day old.
 */
async function setStartHeight(context: Context, height: number): Promise<void> {
  const block = await world.reader.getBlockAtHeight(height)
  await context.db
    .insertInto('chain_cursor')
    .values({
      direction: 'live',
      from_height: height,
      to_height: height,
      block_id: block.id,
      parent_id: block.parentId,
      block_ms: block.timeMs,
      node_height: height,
    })
    .execute()
}

describe('a chain other than the indexed one', () => {
  /** Indexes 13 blocks of one chain, and goes on with another one that has `more`. */
  const stopsWith = (more: number, problem: RegExp) => async () => {
    const [indexed, other] = [await startTestChain(), await startTestChain()]
    const mine = async (chain: TestChain, height: number) => {
      const { height: top } = await chain.reader.getLatestBlock()
      await chain.emulator.control('/blocks', { count: height - top })
    }
    await mine(indexed, 13)
    await mine(other, 13 + more)
    const context = await createContextOn(indexed)
    await runIndexer(context)
    const failure: unknown = await runIndexer({ ...context, flow: other.reader }).catch((e) => e)
    await Promise.all([indexed.emulator.stop(), other.emulator.stop()])
    expect(failure).toBeInstanceOf(FatalError)
    expect((failure as FatalError).message).toMatch(problem)
    expect((await readCursors(context.db)).live?.to_height).toBe(13)
  }

  it(
    'stops the indexer when it is lower',
    stopsWith(-8, /^The node is at height 5, but blocks up to 13 are/),
  )
  it(
    'stops the indexer when it is higher, before anything of it is written',
    stopsWith(10, /^Block 14 has the parent \w+, but the block indexed before it is/),
  )
  it(
    'stops the indexer when only its tip is another block',
    stopsWith(0, /^Block 13 is \w+, but \w+ was indexed/),
  )
})
