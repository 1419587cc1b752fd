import type { AddressInfo } from 'node:net'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Tables } from '../../db/tables/tables.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { openEventStream } from '../testing/open-event-stream.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const MALLORY = toTestAddress(2)
const OSCAR = toTestAddress(3)

async function openListening() {
  const api = await openTestApi()
  onTestFinished(() => api.finish())
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const open = async (topic = 'all_alerts') => {
    const reader = await openEventStream(`http://127.0.0.1:${port}/v1/stream?topics=${topic}`, {})
    onTestFinished(() => reader.disconnect())
    await reader.text('retry:')
    return reader
  }
  return { api, open }
}

interface NewEntry {
  address: Address
  number: number
  atMs?: number
}

function insertEntry(db: Kysely<Tables>, entry: NewEntry) {
  const { address, number, atMs = 1_000_000 + number } = entry
  const reason = `reason ${number}`
  const common = { address, number, at_ms: atMs, action: 'flag', success: true, reason }
  const ids = { case_id: null, evidence_hash: null, action_id: null, tx_id: 'ab'.repeat(32) }
  const row = { ...common, reason_hash: hashReason(reason), ...ids }
  return db.insertInto('agent_entry').values(row).execute()
}

/** Writes entries of one decision, as the agent does. */
async function writeEntries({ context }: TestApi, entries: NewEntry[]) {
  await context.db.transaction().execute(async (db) => {
    for (const entry of entries) {
      await insertEntry(db, entry)
      await sql`select pg_notify('history_changed', ${entry.address})`.execute(db)
    }
  })
}

const readReasons = (text: string) =>
  [...text.matchAll(/event: alert\ndata: (.*)\n\n/g)].map(
    ([, data]) => JSON.parse(String(data)).data.reason,
  )

it('each new entry is sent once, in order, to the pages that want it', async () => {
  const { api, open } = await openListening()
  const all = await open()
  const oscar = await open(`alerts:${OSCAR}`)
  await writeEntries(api, [{ address: MALLORY, number: 1 }])
  await all.text('reason 1')
  await writeEntries(api, [
    { address: MALLORY, number: 2 },
    { address: MALLORY, number: 3 },
  ])
  await all.text('reason 3')
  await writeEntries(api, [{ address: OSCAR, number: 9 }])
  expect(readReasons(await oscar.text('reason 9'))).toEqual(['reason 9'])
  const text = await all.text('reason 9')
  expect(readReasons(text)).toEqual(['reason 1', 'reason 2', 'reason 3', 'reason 9'])
  expect(JSON.parse(/event: alert\ndata: (.*)/.exec(text)?.[1] ?? '')).toEqual({
    data: {
      timestamp: '1970-01-01T00:16:40.001Z',
      address: MALLORY,
      action: 'flag',
      success: true,
      reason: 'reason 1',
      isReport: true,
      txId: 'ab'.repeat(32),
    },
  })
})

it('both entries of a decision are sent after a restart, and none of those before', async () => {
  const { api, open } = await openListening()
  await insertEntry(api.context.db, { address: MALLORY, number: 1, atMs: 1_000 })
  const stream = await open()
  await writeEntries(api, [
    { address: MALLORY, number: 2 },
    { address: MALLORY, number: 3 },
  ])
  expect(readReasons(await stream.text('reason 3'))).toEqual(['reason 2', 'reason 3'])
})

it('a text that is withheld is not sent', async () => {
  const { api, open } = await openListening()
  const stream = await open()
  const text = { text_hash: hashReason('reason 1'), at_ms: 1_700_179_200_000, reason: 'A lie.' }
  await api.context.db.insertInto('case_withheld_text').values(text).execute()
  await writeEntries(api, [{ address: MALLORY, number: 1 }])
  expect(readReasons(await stream.text('alert'))).toEqual([
    'Withheld by the operator, 2023-11-17: A lie.',
  ])
})
