import { streamPage } from '@app/api/routes/stream.ts'
import { StateEventSchema } from '@app/api/schemas/stream.ts'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openEventStream } from '../testing/open-event-stream.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const [ALICE, BOB] = [toTestAddress(2), toTestAddress(3)]

let api: TestApi
let baseUrl: string
let height = 0

beforeAll(async () => {
  api = await openTestApi({ heartbeatMs: 60 })
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 })
  await insertTestProposal(api.context, { id: 1 })
})
afterAll(() => api.finish())

async function open(query: string) {
  const reader = await openEventStream(`${baseUrl}/v1/stream${query}`, {})
  onTestFinished(() => reader.disconnect())
  await reader.text('event: state')
  return reader
}

async function pay() {
  height += 1
  await writeIndexedRows(api.context, {
    transfers: buildTransferRows([{ height, from: ALICE, to: BOB }]),
  })
  await scoreAccount(api.context, ALICE)
}

const readMetric = async () =>
  Number(/^dharma_streams_open (\d+)$/m.exec((await api.app.inject({ url: '/metrics' })).body)?.[1])

it('one stream has the events of every topic', async () => {
  await pay()
  const reader = await open(`?topics=score:${ALICE},proposals`)
  await reader.text('event: score')
  await sql`select pg_notify('governance_changed', '1')`.execute(api.context.db)
  const text = await reader.text('event: proposal')
  expect(text).toContain('retry: 2000\n\n')
})

it('says again and again how far the server is', async () => {
  const reader = await open('')
  const text = await reader.text('event: state')
  const [, data = ''] = /event: state\ndata: (.*)\n\n/.exec(text) ?? []
  expect(Compile(StateEventSchema).Errors(JSON.parse(data))).toEqual([])
  expect(JSON.parse(data).data.latestBlock.height).toBe(height)
  await pay()
  await reader.text(`"height":${height}`)
})

it('a page without topics gets no other events', async () => {
  const reader = await open('')
  await pay()
  expect(await reader.text(`"height":${height}`)).not.toContain('event: score')
})

it('a closed page closes the streams of its topics', async () => {
  await expect.poll(readMetric).toBe(0)
  const reader = await open(`?topics=score:${ALICE},alerts:${ALICE},proposals,wallets`)
  expect(await readMetric()).toBe(4)
  reader.disconnect()
  await expect.poll(readMetric).toBe(0)
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
])('refuses the topics %s', async (topics, status, code) => {
  const response = await api.app.inject({ url: `/v1/stream?topics=${topics}` })
  expect([response.statusCode, response.json().code]).toEqual([status, code])
  expectDocumentedResponse(streamPage, response)
  expect(await readMetric()).toBe(0)
})
