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
import { createBackfillStage } from './create-backfill-stage.ts'
import { createLiveStage } from './create-live-stage.ts'
import { createRereadStage } from './create-reread-stage.ts'
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
  it('finds transfers with both sides, who proposed them, and no fees', async () => {
    const context = await createContextOn(world)
    await runIndexer(context)
    const rows = await context.db
      .selectFrom('chain_transfer')
      .selectAll()
      .where('tx_id', '=', paidIn)
      .orderBy('side', 'desc')
      .execute()
    expect(rows).toMatchObject([
      { address: alice, side: 'out', counterparty: bob, is_initiated: true, is_swept: false },
      { address: bob, side: 'in', counterparty: alice, is_initiated: false, is_swept: false },
    ])
    expect(rows.every(({ token, units }) => token === FLOW && units === 250_000_000n)).toBe(true)
  })

  it('finds accounts with their creation index and initial keys', async () => {
    const context = await createContextOn(world)
    await runIndexer(context)
    const account = await context.db
      .selectFrom('chain_account')
      .select('creation_index')
      .where('address', '=', alice)
      .executeTakeFirst()
    expect(account?.creation_index).toBe(toAccountIndex(alice, 'local'))
    const events = await context.db
      .selectFrom('chain_account_event')
      .select(['kind', 'detail'])
      .where('address', '=', alice)
      .orderBy('event_index')
      .execute()
    expect(events).toEqual([
      { kind: 'account_created', detail: null },
      { kind: 'key_initial', detail: '0' },
    ])
  })

  it('reaches the tip and stores its last block', async () => {
    const context = await createContextOn(world)
    await runIndexer(context)
    const tip = await world.reader.getLatestBlock()
    expect(await readCursors(context.db)).toMatchObject({
      live: {
        from_height: 0,
        to_height: tip.height,
        block_id: tip.id,
        block_ms: tip.timeMs,
        node_height: tip.height,
      },
      backfill: null,
    })
  })

  it('by two processes at once counts everything once', async () => {
    const alone = await createContextOn(world)
    await runIndexer(alone)
    const shared = await createContextOn(world)
    await Promise.all([runIndexer(shared), runIndexer(shared), runIndexer(shared)])
    expect(await dumpSums(shared.pool)).toEqual(await dumpSums(alone.pool))
    expect(await dumpSums(shared.pool, RAW_TABLES)).toEqual(await dumpSums(alone.pool, RAW_TABLES))
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
    expect(await dumpSums(backwards.pool)).toEqual(await dumpSums(forwards.pool))
    expect(await dumpSums(backwards.pool, RAW_TABLES)).toEqual(
      await dumpSums(forwards.pool, RAW_TABLES),
    )
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
  /** A chain without the 300 blocks, of which the other one has as many. */
  let short: TestChain
  beforeAll(async () => {
    short = await startTestChain()
    await short.emulator.control('/blocks', { count: 10 })
  })
  afterAll(() => short.emulator.stop())

  const indexThenSwitchChain = async (blocks: number) => {
    const context = await createContextOn(short)
    await runIndexer(context)
    const other = await startTestChain()
    await other.emulator.control('/blocks', { count: blocks })
    const switched = { ...context, flow: other.reader }
    const problem = await runIndexer(switched).catch((error: unknown) => error)
    const cursor = await context.db
      .selectFrom('chain_cursor')
      .select('to_height')
      .executeTakeFirstOrThrow()
    await other.emulator.stop()
    return { problem, indexedTo: cursor.to_height }
  }

  it('stops the indexer when it is lower', async () => {
    const { problem } = await indexThenSwitchChain(5)
    expect(problem).toBeInstanceOf(FatalError)
    expect(String(problem)).toMatch(
      /^FatalError: The node is at height 5, but blocks up to \d+ are/,
    )
  })

  it('stops the indexer when it is higher, before anything of it is written', async () => {
    const { height } = await short.reader.getLatestBlock()
    const { problem, indexedTo } = await indexThenSwitchChain(height + 10)
    expect(problem).toBeInstanceOf(FatalError)
    expect(String(problem)).toContain(`Block ${height + 1} has the parent`)
    expect(indexedTo).toBe(height)
  })

  it('stops the indexer when only its tip is another block', async () => {
    const { height } = await short.reader.getLatestBlock()
    const { problem } = await indexThenSwitchChain(height)
    expect(problem).toBeInstanceOf(FatalError)
    expect(String(problem)).toMatch(/^FatalError: Block \d+ is \w+, but \w+ was indexed/)
  })
})
