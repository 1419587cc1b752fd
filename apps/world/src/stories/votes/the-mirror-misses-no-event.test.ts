import { createPool } from '@app/server/db/create-pool.ts'
import { INDEXED_EVENTS } from '@app/server/indexer/decode/contract-events.ts'
import { afterAll, expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'

const world = connectToWorld()
const pool = createPool(world.databaseUrl, { warn: () => {} })
afterAll(() => pool.end())

/** After all other stories of the votes. */
test.each(INDEXED_EVENTS)('every event %s of the whole chain is stored once', async (name) => {
  const events = await readEventsSince(world.chain, name, -1)
  await world.waitUntilIndexed()
  const { rows } = await pool.query(
    'select height, tx_index, event_index from chain_contract_event where type = $1',
    [name],
  )
  const stored = rows.map(
    ({ height, tx_index, event_index }) => `${height} ${tx_index} ${event_index}`,
  )
  const emitted = events.map(
    ({ height, txIndex, eventIndex }) => `${height} ${txIndex} ${eventIndex}`,
  )
  expect(stored.toSorted()).toEqual(expect.arrayContaining(emitted.toSorted()))
  expect(new Set(stored).size).toBe(stored.length)
})
