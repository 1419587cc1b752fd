import { getScore, publishScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { recordAgentHeartbeat } from '../../testing/record-agent-heartbeat.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi, type TestApiOptions } from '../testing/open-test-api.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]
const TX_ID = 'ab'.repeat(32)
const INDEXED = 10

/** Opens an API with two indexed accounts and an agent that sends nothing. */
async function openIndexedApi(options?: TestApiOptions): Promise<TestApi> {
  const api = await openTestApi(options)
  onTestFinished(() => api.finish())
  const transfers = buildTransferRows([{ height: 1, from: ALICE, to: BOB }])
  await writeIndexedRows(api.context, { transfers }, INDEXED)
  await recordAgentHeartbeat(api.context)
  return api
}

const get = ({ app }: TestApi, address: Address, headers = {}) =>
  app.inject({ url: `/v1/score/${address}?publish=true`, headers })
const post = ({ app }: TestApi, address: Address, headers = {}) =>
  app.inject({ method: 'POST', url: `/v1/score/${address}/publish`, headers })

/**
 * Repeats the request for the same publication after its action was updated; the timeout of the
 * first request has no effect on it.
 */
async function postAfterUpdate(api: TestApi, change: Parameters<typeof updateQueuedAction>[1]) {
  await Promise.all([post(api, ALICE), updateQueuedAction(api, change)])
  return await post(api, ALICE)
}

/** Waits until an action is queued, then updates it as the outbox would. */
async function updateQueuedAction(
  { context }: TestApi,
  change: Record<string, unknown>,
): Promise<void> {
  const queued = () =>
    context.db
      .selectFrom('agent_action')
      .select('id')
      .where('status', 'in', ['queued', 'sent'])
      .executeTakeFirst()
  await expect.poll(queued).toBeDefined()
  await context.db.updateTable('agent_action').set(change).execute()
  await sql`select pg_notify('actions_changed', '')`.execute(context.db)
}

const sealedAt = (height: number) => ({
  status: 'sealed',
  tx_id: TX_ID,
  sealed_height: height,
})

describe('publishing a score', () => {
  it.each([
    ['GET with publish=true', getScore, get],
    ['POST', publishScore, post],
  ])('by %s returns score and transaction once it is sealed and indexed', async (_, route, ask) => {
    const api = await openIndexedApi()
    const [response] = await Promise.all([
      ask(api, ALICE),
      updateQueuedAction(api, sealedAt(INDEXED)),
    ])
    expectDocumentedResponse(route, response)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json().data).toMatchObject({ address: ALICE, txId: TX_ID })
  })

  it('waits until the seal is indexed', async () => {
    const api = await openIndexedApi()
    const asking = post(api, ALICE)
    let isAnswered = false
    void asking.then(() => {
      isAnswered = true
    })
    await updateQueuedAction(api, sealedAt(INDEXED + 1))
    await get(api, BOB, { 'sec-purpose': 'prefetch' })
    expect(isAnswered).toBe(false)
    await writeIndexedRows(api.context, {}, INDEXED + 1)
    expect((await asking).statusCode).toBe(200)
  })

  it('is one action for the same evidence, and returns the same transaction again', async () => {
    const api = await openIndexedApi()
    const asking = [post(api, ALICE), get(api, ALICE), post(api, ALICE)]
    await updateQueuedAction(api, sealedAt(INDEXED))
    const answers = [...(await Promise.all(asking)), await get(api, ALICE)]
    expect(answers.map((answer) => answer.json().data.txId)).toEqual(Array(4).fill(TX_ID))
    expect(await api.context.db.selectFrom('agent_action').selectAll().execute()).toHaveLength(1)
  })

  it('stores the reason of the request', async () => {
    const api = await openIndexedApi()
    await Promise.all([post(api, ALICE), updateQueuedAction(api, sealedAt(INDEXED))])
    const { json } = await api.app.inject({ url: '/v1/actions' })
    expect(json().data[0].reason).toMatch(
      /^A visitor asked to publish the score of 0x[0-9a-f]{16}: \d+(\.\d)? \(NORMAL\)\.$/,
    )
  })

  it('returns 202 with the transaction when the chain takes longer than the timeout', async () => {
    const api = await openIndexedApi({ limits: { chainWaitMs: 400 } })
    const sent = { status: 'sent', tx_id: TX_ID }
    const response = await postAfterUpdate(api, sent)
    expectDocumentedResponse(publishScore, response)
    expect([response.statusCode, response.json().data.txId]).toEqual([202, TX_ID])
  })

  it('reports why it is not sent', async () => {
    const api = await openIndexedApi({ limits: { chainWaitMs: 400 } })
    const problem = 'The Flow access node does not answer.'
    const response = await postAfterUpdate(api, { problem })
    expectDocumentedResponse(publishScore, response)
    expect(response.json()).toMatchObject({
      code: 'transaction_not_sent',
      message: expect.stringMatching(/^The Flow access node does not answer\. The publication st/),
    })
  })

  it('reports the chain’s message when the transaction failed', async () => {
    const api = await openIndexedApi()
    const failed = { status: 'failed', problem: 'Height 2 is older than the last one, 3' }
    const [response] = await Promise.all([post(api, ALICE), updateQueuedAction(api, failed)])
    expectDocumentedResponse(publishScore, response)
    expect(response.json()).toEqual({
      code: 'transaction_failed',
      message: 'Height 2 is older than the last one, 3',
    })
  })

  it('is refused immediately while no agent is running', async () => {
    const api = await openIndexedApi()
    await api.context.db.deleteFrom('agent_heartbeat').execute()
    const response = await post(api, ALICE)
    expectDocumentedResponse(publishScore, response)
    expect(response.json().code).toBe('agent_unavailable')
  })

  it('is refused, with the time to wait, when the client’s daily budget is used up', async () => {
    const api = await openIndexedApi({ limits: { chainWaitMs: 100 } })
    await post(api, ALICE)
    await sql`update agent_budget set used = 50 where client_hash <> ''`.execute(api.context.db)
    const response = await post(api, BOB)
    expectDocumentedResponse(publishScore, response)
    expect(response.json()).toEqual({
      code: 'budget_exhausted',
      message:
        'Today you and all others who share your IP address can publish 50 scores, and that many were. Try again tomorrow (UTC).',
    })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  it.each([
    ['prefetch_refused', { 'sec-purpose': 'prefetch' }],
    ['cross_site_refused', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused as %s, and nothing is queued', async (code, headers) => {
    const api = await openIndexedApi()
    for (const response of [await get(api, ALICE, headers), await post(api, ALICE, headers)]) {
      expect([response.statusCode, response.json().code]).toEqual([403, code])
    }
    expect(await api.context.db.selectFrom('agent_action').selectAll().execute()).toEqual([])
  })

  it('is not triggered by HEAD', async () => {
    const api = await openIndexedApi()
    const url = `/v1/score/${ALICE}?publish=true`
    expect((await api.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    expect(await api.context.db.selectFrom('agent_action').selectAll().execute()).toEqual([])
  })
})
