import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import { buildLiveCursor } from '../testing/ledger.ts'
import { loadGovernanceTime } from './load-governance-time.ts'

let context: Context
let finish: () => Promise<void>

const TIP = buildLiveCursor(0, 600)
const TIP_SECONDS = Number(TIP.block_ms) / 1000

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())
beforeEach(async () => {
  await clearChainTables(context.pool)
  await context.pool.query('update dao_cursor set seq = 0')
  await context.db.insertInto('chain_cursor').values(TIP).execute()
})

const setContractCursor = (height: number) =>
  context.db.insertInto('chain_contract_cursor').values({ height }).execute()

async function insertEvent(
  height: number,
  secondsBeforeTip: number,
  type = 'DharmaReports.Vouched',
): Promise<void> {
  const block_ms = (TIP_SECONDS - secondsBeforeTip) * 1000
  const position = { height, tx_index: 0, event_index: 0, tx_id: 'a'.repeat(64), block_ms }
  const event = { ...position, type, fields: '{}' }
  await context.db.insertInto('chain_contract_event').values(event).execute()
}

it('is that of the latest block when every event is applied', async () => {
  await setContractCursor(600)
  expect(await loadGovernanceTime(context.db)).toBe(TIP_SECONDS)
})

it('is just before the first event that is not applied', async () => {
  await setContractCursor(600)
  await insertEvent(500, 100)
  expect(await loadGovernanceTime(context.db)).toBe(TIP_SECONDS - 101)
})

it('does not wait for publications of scores, which decide nothing', async () => {
  await setContractCursor(600)
  await insertEvent(500, 100, 'DharmaScore.ScorePublished')
  expect(await loadGovernanceTime(context.db)).toBe(TIP_SECONDS)
})

it('is not after the last event of the blocks that were read for events', async () => {
  await setContractCursor(550)
  await insertEvent(500, 100)
  await insertEvent(580, 50)
  await context.pool.query('update dao_cursor set seq = 1000000')
  expect(await loadGovernanceTime(context.db)).toBe(TIP_SECONDS - 100)
})

it('is 0 while no block was read for events', async () => {
  expect(await loadGovernanceTime(context.db)).toBe(0)
})
