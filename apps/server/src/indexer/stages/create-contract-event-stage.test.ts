import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables } from '../../testing/dump-sums.ts'
import { buildLiveCursor, NO_ROWS } from '../../testing/ledger.ts'
import { writeRange } from '../write/write-range.ts'
import { createContractEventCatchUpStage } from './create-contract-event-catch-up-stage.ts'

const node = await startLoopbackServer()
const context = await openFileContext({ accessNodeUrl: node.url })
node.respondTo = ({ path }) => ({ json: answerEvents(new URL(path, node.url)) })
beforeEach(() => clearChainTables(context.pool))
afterAll(() => node.stop())

/** Height of the only event. */
const EVENT_HEIGHT = 300
const TYPE = buildEventTypeId('DharmaConsent.Accepted', 'local')
const BLOCK_SECONDS = 1_800_000_000

function answerEvents({ searchParams }: URL): unknown[] {
  const [from, to] = ['start_height', 'end_height'].map((name) => Number(searchParams.get(name)))
  const isOurs = searchParams.get('type') === TYPE
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => {
    const height = (from ?? 0) + index
    return {
      block_id: String(height).padStart(64, '0'),
      block_height: String(height),
      block_timestamp: new Date((BLOCK_SECONDS + height) * 1000).toISOString(),
      events: isOurs && height === EVENT_HEIGHT ? [EVENT] : [],
    }
  })
}

const EVENT = {
  type: TYPE,
  transaction_id: 'a'.repeat(64),
  transaction_index: '0',
  event_index: '3',
  payload: Buffer.from(
    JSON.stringify({
      type: 'Event',
      value: { id: TYPE, fields: [{ name: 'sequence', value: { type: 'UInt64', value: '9' } }] },
    }),
  ).toString('base64'),
}

const index = async (toHeight: number, hasContractEvents: boolean) => {
  const { rows } = await context.pool.query('select * from chain_cursor')
  await writeRange(context.pool, {
    ...{ network: 'local', rows: NO_ROWS, hasContractEvents },
    ...{ before: rows[0] ?? null, after: buildLiveCursor(0, toHeight) },
  })
}

const readEvents = async () =>
  (await context.pool.query('select height, type, fields from chain_contract_event')).rows
const readCursor = async () =>
  (await context.pool.query('select height from chain_contract_cursor')).rows[0]?.height ?? null

it('blocks that were indexed without contract events are read again for them', async () => {
  await index(600, false)
  await runUntilIdle([createContractEventCatchUpStage(context)])
  expect(await readEvents()).toEqual([
    { height: EVENT_HEIGHT, type: 'DharmaConsent.Accepted', fields: { sequence: '9' } },
  ])
  expect(await readCursor()).toBe(600)
})

it('blocks with them above a gap do not hide it', async () => {
  await index(400, false)
  await index(500, true)
  expect(await readCursor()).toBeNull()
  await runUntilIdle([createContractEventCatchUpStage(context)])
  expect(await readEvents()).toHaveLength(1)
})

it('a range with them that follows moves the cursor at once, and nothing is read twice', async () => {
  await index(9, true)
  const count = node.requests.length
  await runUntilIdle([createContractEventCatchUpStage(context)])
  expect(await readCursor()).toBe(9)
  expect(node.requests).toHaveLength(count)
})
