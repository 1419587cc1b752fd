import { ScoreEventSchema } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { openEventStream } from '../testing/open-event-stream.ts'
import { openTestApi, type TestApi, type TestApiOptions } from '../testing/open-test-api.ts'

const BOB = toTestAddress(1)

/** An account that no other test uses. */
let ALICE: Address
let api: TestApi
let baseUrl: string
let height = 0
let accountCount = 1

beforeEach(() => {
  accountCount += 1
  ALICE = toTestAddress(accountCount)
})

async function openApi(options: TestApiOptions) {
  api = await openTestApi(options)
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 })
}

const openStream = (address: Address, headers: Record<string, string> = {}) =>
  openEventStream(`${baseUrl}/v1/stream?topics=score:${address}`, headers)

/** Indexes a payment and scores the payer. */
async function pay(from: Address, to: Address) {
  height += 1
  await writeIndexedRows(api.context, { transfers: buildTransferRows([{ height, from, to }]) })
  return await scoreAccount(api.context, from)
}

/** Reads the metric of open streams. */
async function openStreams(): Promise<number> {
  const { body } = await api.app.inject({ url: '/metrics' })
  return Number(/^dharma_streams_open (\d+)$/m.exec(body)?.[1])
}

describe('the topic score', () => {
  beforeAll(() => openApi({ heartbeatMs: 100 }))
  afterAll(() => api.finish())

  it('sends the latest score at once and each new one', async () => {
    await pay(ALICE, BOB)
    const reader = await openStream(ALICE)
    await reader.events(1)
    await pay(ALICE, BOB)
    const events = await reader.events(2)
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      [1, 'score'],
      [2, 'score'],
    ])
    expect(Compile(ScoreEventSchema).Errors(events[1]?.data)).toEqual([])
    expect(events[1]?.data.data.address).toBe(ALICE)
    expect(events[1]?.data.meta).toMatchObject({ latestBlock: { height } })
    reader.disconnect()
  })

  it('sends the reconnection delay, and is not cached', async () => {
    const reader = await openStream(ALICE)
    await reader.text('retry: 2000\n\n')
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reader.headers.get('cache-control')).toBe('no-store')
    reader.disconnect()
  })

  it('continues after the client’s last event', async () => {
    await pay(ALICE, BOB)
    await pay(ALICE, BOB)
    const reader = await openStream(ALICE, { 'last-event-id': '2' })
    await reader.text(': heartbeat')
    await pay(ALICE, BOB)
    expect((await reader.events(1)).map(({ id }) => id)).toEqual([3])
    reader.disconnect()
  })

  it('finds the scores that a broken listening connection missed', async () => {
    await pay(ALICE, BOB)
    const reader = await openStream(ALICE)
    await reader.events(1)
    await api.context.pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'dharma-guard listen'`)
    await pay(ALICE, BOB)
    expect((await reader.events(2)).map(({ id }) => id)).toEqual([1, 2])
    reader.disconnect()
  })

  it('opens no stream for HEAD', async () => {
    const url = '/v1/stream'
    const response = await api.app.inject({ method: 'HEAD', url })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, OPTIONS'])
  })
})

describe('many streams', () => {
  beforeAll(() => openApi({ limits: { streams: 1_100 } }))
  afterAll(() => api.finish())

  it('are served to a thousand clients, and refused above the limit', async () => {
    await pay(ALICE, BOB)
    const readers = await Promise.all(Array.from({ length: 1_000 }, () => openStream(ALICE)))
    await Promise.all(readers.map((reader) => reader.events(1)))
    await pay(ALICE, BOB)
    const all = await Promise.all(readers.map((reader) => reader.events(2)))
    expect(all.every((events) => events.length === 2)).toBe(true)
    const more = await Promise.all(Array.from({ length: 101 }, () => openStream(BOB)))
    expect(more.filter(({ status }) => status === 503)).toHaveLength(1)
    for (const reader of [...readers, ...more]) reader.disconnect()
    await expect.poll(openStreams).toBe(0)
  })

  it('end when the server stops', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => openStream(ALICE)))
    await api.app.close()
    await Promise.all(readers.map((reader) => reader.ended))
  })
})
