import { streamPage } from '@app/api/routes/stream.ts'
import { ScoreEventSchema, StateEventSchema, WalletEventSchema } from '@app/api/schemas/stream.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openEventStream } from '../testing/open-event-stream.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const BOB = toTestAddress(1)

let api: TestApi
let baseUrl: string
let height = 0
let accountCount = 1

beforeAll(async () => {
  api = await openTestApi({ heartbeatMs: 60 })
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 })
  await insertTestProposal(api.context, { id: 1 })
})
afterAll(() => api.finish())

/** An account that no other test uses. */
const nextAccount = () => toTestAddress(++accountCount)

async function open(topics: string, headers: Record<string, string> = {}) {
  const url = `${baseUrl}/v1/stream${topics === '' ? '' : `?topics=${topics}`}`
  const reader = await openEventStream(url, headers)
  onTestFinished(() => reader.disconnect())
  return reader
}

/** Indexes a payment and scores the payer. */
async function pay(from: Address) {
  height += 1
  await writeIndexedRows(api.context, { transfers: buildTransferRows([{ height, from, to: BOB }]) })
  return await scoreAccount(api.context, from)
}

const countOpen = async () =>
  Number(/^dharma_streams_open (\d+)$/m.exec((await api.app.inject('/metrics')).body)?.[1])

it('one stream has the events of every topic, and says again and again how far the server is', async () => {
  const alice = nextAccount()
  await pay(alice)
  const reader = await open(`score:${alice},proposals,wallets`)
  expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(reader.headers.get('cache-control')).toBe('no-store')
  await reader.text('event: score')
  await sql`select pg_notify('governance_changed', '1')`.execute(api.context.db)
  const text = await reader.text('event: proposal')
  expect(text).toContain('retry: 2000\n\n')
  const [, data = ''] = /event: state\ndata: (.*)\n\n/.exec(text) ?? []
  expect(Compile(StateEventSchema).Errors(JSON.parse(data))).toEqual([])
  const address = nextAccount()
  const { score } = await pay(address)
  const wallets = await reader.text('event: wallet')
  const wallet = JSON.parse(/event: wallet\ndata: (.*)/.exec(wallets)?.[1] ?? '')
  expect(Compile(WalletEventSchema).Check(wallet)).toBe(true)
  expect(wallet.data).toMatchObject({ address, score })
  await reader.text(`"height":${height}`)
})

it('a page without topics gets no other events than the state', async () => {
  const reader = await open('')
  await pay(nextAccount())
  expect(await reader.text(`"height":${height}`)).not.toContain('event: score')
})

it('the latest score is sent at once, and each new one after the last that the client has', async () => {
  const alice = nextAccount()
  await pay(alice)
  const reader = await open(`score:${alice}`)
  await reader.events(1)
  await pay(alice)
  const events = await reader.events(2)
  expect(events.map(({ id, event }) => [id, event])).toEqual([
    [1, 'score'],
    [2, 'score'],
  ])
  expect(Compile(ScoreEventSchema).Errors(events[1]?.data)).toEqual([])
  expect(events[1]?.data.data.address).toBe(alice)
  expect(events[1]?.data.meta).toMatchObject({ latestBlock: { height } })
  const again = await open(`score:${alice}`, { 'last-event-id': '2' })
  await again.text(': heartbeat')
  await pay(alice)
  expect((await again.events(1)).map(({ id }) => id)).toEqual([3])
})

it.each(['', '-1', '1e9', '9'.repeat(30)])('a last event id of %j is none', async (id) => {
  const alice = nextAccount()
  await pay(alice)
  const reader = await open(`score:${alice}`, { 'last-event-id': id })
  expect((await reader.events(1)).map((event) => event.id)).toEqual([1])
})

it('the scores that a broken listening connection missed are found', async () => {
  const alice = nextAccount()
  await pay(alice)
  const reader = await open(`score:${alice}`)
  await reader.events(1)
  await api.context.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dharma-guard listen'`)
  await pay(alice)
  expect((await reader.events(2)).map(({ id }) => id)).toEqual([1, 2])
  const countListening = async () => {
    const { rowCount } = await api.context.pool.query(`
      select from pg_stat_activity where datname = current_database() and state = 'idle'
        and application_name = 'dharma-guard listen' and query like 'listen %'`)
    return rowCount
  }
  await expect.poll(countListening).toBe(1)
})

/** Writes entries of the history in one transaction, as the agent does. */
async function writeEntries(address: Address, numbers: number[], isAnnounced = true) {
  await api.context.db.transaction().execute(async (db) => {
    for (const number of numbers) {
      const reason = `reason ${number} of ${address}`
      const at_ms = number === 1 ? 1_000 : 1_000_000 + number
      const common = { address, number, at_ms, action: 'flag', reason }
      const ids = { case_id: null, evidence_hash: null, action_id: null, tx_id: 'ab'.repeat(32) }
      const row = { ...common, ...ids, success: true, reason_hash: hashReason(reason) }
      await db.insertInto('agent_entry').values(row).execute()
      if (isAnnounced) await sql`select pg_notify('history_changed', ${address})`.execute(db)
    }
  })
}

const readReasons = (text: string): string[] =>
  [...text.matchAll(/event: alert\ndata: (.*)\n\n/g)].map(
    ([, data]) => JSON.parse(String(data)).data.reason,
  )

it('each new entry of the history, of a whole decision, is sent once to the pages that want it, unless its text is withheld', async () => {
  const [mallory, oscar] = [nextAccount(), nextAccount()]
  const text = { text_hash: hashReason(`reason 3 of ${mallory}`), at_ms: 1_700_179_200_000 }
  await api.context.db
    .insertInto('case_withheld_text')
    .values({ ...text, reason: 'A lie.' })
    .execute()
  await writeEntries(mallory, [1], false)
  const all = await open('all_alerts')
  const own = await open(`alerts:${oscar}`)
  await Promise.all([all, own].map((reader) => reader.text('retry:')))
  await writeEntries(mallory, [2, 3])
  await all.text('A lie.')
  await writeEntries(mallory, [4])
  await writeEntries(oscar, [9])
  expect(readReasons(await own.text('reason 9'))).toEqual([`reason 9 of ${oscar}`])
  expect(readReasons(await all.text('reason 9'))).toEqual([
    `reason 2 of ${mallory}`,
    'Withheld by the operator, 2023-11-17: A lie.',
    `reason 4 of ${mallory}`,
    `reason 9 of ${oscar}`,
  ])
})

it('a closed page releases its topics', async () => {
  await expect.poll(countOpen).toBe(0)
  const alice = nextAccount()
  const reader = await open(`score:${alice},alerts:${alice},proposals,wallets`)
  expect(await countOpen()).toBe(4)
  reader.disconnect()
  await expect.poll(countOpen).toBe(0)
})

it.each([
  ['proposals,alerts', 400, 'invalid_request'],
  ['proposals:0x179b6b1cb6755e31', 400, 'invalid_request'],
  ['weather', 400, 'invalid_request'],
  ['score', 400, 'invalid_request'],
  ['score:0x12', 400, 'invalid_address'],
  ['proposals,alerts:', 400, 'invalid_address'],
  ['alerts:0x179b6b1cb6755e31:1', 400, 'invalid_address'],
  ['score:179b6b1cb6755e31,weather', 400, 'invalid_address'],
  ['score:0x0000000000000000', 404, 'address_not_on_network'],
])('the topics %s are refused', async (topics, status, code) => {
  const response = await api.app.inject({ url: `/v1/stream?topics=${topics}` })
  expect([response.statusCode, response.json().code]).toEqual([status, code])
  expectDocumentedResponse(streamPage, response)
  expect(await countOpen()).toBe(0)
})

it('opens no stream for HEAD', async () => {
  const response = await api.app.inject({ method: 'HEAD', url: '/v1/stream' })
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, OPTIONS'])
})

it('hundreds of streams are served, refused above the limit, and end when the server stops', async () => {
  const many = await openTestApi({ limits: { streams: 300 } })
  const url = await many.app.listen({ host: '127.0.0.1', port: 0 })
  const alice = nextAccount()
  const transfers = buildTransferRows([{ height: 1, from: alice, to: BOB }])
  await writeIndexedRows(many.context, { transfers })
  const openOne = () => openEventStream(`${url}/v1/stream?topics=score:${alice}`, {})
  const readers = await Promise.all(Array.from({ length: 300 }, openOne))
  await scoreAccount(many.context, alice)
  await Promise.all(readers.map((reader) => reader.events(1)))
  expect((await openOne()).status).toBe(503)
  await many.finish()
  await Promise.all(readers.map((reader) => reader.ended))
})
