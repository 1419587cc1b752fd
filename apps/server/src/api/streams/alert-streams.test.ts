import type { AddressInfo } from 'node:net'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
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
  reason?: string | null
}

/** Writes entries of one decision, as the agent does. */
async function writeEntries({ context }: TestApi, entries: NewEntry[], atMs = 1_000_000) {
  await context.db.transaction().execute(async (db) => {
    for (const { address, number, reason = `reason ${number}` } of entries) {
      const common = { address, number, at_ms: atMs + number, action: 'flag', success: true }
      const hashes = { reason_hash: 'r', previous_hash: `p${number}`, hash: `h${number}` }
      const ids = { case_id: null, evidence_hash: null, action_id: null, tx_id: 'ab'.repeat(32) }
      await db
        .insertInto('agent_entry')
        .values({ ...common, ...hashes, ...ids })
        .execute()
      if (reason !== null) {
        await db.insertInto('agent_entry_text').values({ address, number, reason }).execute()
      }
      await sql`select pg_notify('history_changed', ${address})`.execute(db)
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
  await api.context.db
    .insertInto('agent_entry')
    .values({
      address: MALLORY,
      number: 1,
      at_ms: 1_000,
      action: 'flag',
      success: true,
      reason_hash: 'r',
      case_id: null,
      evidence_hash: null,
      action_id: null,
      tx_id: null,
      previous_hash: 'p',
      hash: 'h',
    })
    .execute()
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
  await writeEntries(api, [{ address: MALLORY, number: 1, reason: null }])
  expect(readReasons(await stream.text('alert'))).toEqual(['withheld by the operator'])
})
