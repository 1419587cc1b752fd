import { ROUTES } from '@app/api/routes/routes.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MAX_WATCHED } from '../../alerts/subscriptions/write-watch.ts'
import {
  buildAccusedNotice,
  insertAgentNotice,
  LEVEL_NOTICE,
  NOTICE_MS,
} from '../../alerts/testing/insert-agent-notice.ts'
import { openSteppedAlerts, type SteppedAlerts } from '../../alerts/testing/start-alerts.ts'
import { type Receiver, startReceiver } from '../../alerts/testing/start-receiver.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { buildValidRequest, TEST_ACCOUNT } from '../testing/build-valid-request.ts'
import { askAs, EVIL } from '../testing/insert-test-session.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const MALLORY = toTestAddress(2)

let api: TestApi
let alerts: SteppedAlerts

beforeEach(async () => {
  api = await openTestApi()
  onTestFinished(() => api.finish())
  alerts = await openSteppedAlerts(api.context)
  const payments = [{ height: 3, from: TEST_ACCOUNT, to: MALLORY }]
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
})

const ask: ReturnType<typeof askAs> = (...request) => askAs(api.app)(...request)

const addWebhook = async (receiver: Receiver, addresses?: string[]) => {
  const body = { url: receiver.url, ...(addresses && { addresses }) }
  const { data } = await ask('POST', '/v1/webhooks', body)
  await settle()
  const readStatuses = async () =>
    (await ask('GET', '/v1/webhooks')).data.map(({ status }: { status: string }) => status)
  await expect.poll(readStatuses).toEqual(['confirmed'])
  return data as { id: string; secret: string }
}

const settle = async () => {
  await alerts.step('alerts', 'deliveries')
}

describe('the watch list', () => {
  it('scores what it watches, and rescores it from then on', async () => {
    const answer = await ask('PUT', `/v1/watch/${MALLORY.toUpperCase().replace('0X', '0x')}`)
    expect(answer).toMatchObject({ status: 200, data: { address: MALLORY, riskLevel: 'NORMAL' } })
    const { blockTime = answer.meta.latestBlock.timeMs } = answer
    expect(answer.data.since).toBe(new Date(blockTime).toISOString())
    expect((await ask('GET', '/v1/watch')).data).toEqual([answer.data])
    const { rows } = await api.context.pool.query(
      'select requested_by from score_tracked_account where address = $1',
      [MALLORY],
    )
    expect(rows).toEqual([{ requested_by: 'watch' }])
  })

  it('has at most 100 addresses, also when many are added at once', async () => {
    const { db } = api.context
    const addresses = Array.from({ length: MAX_WATCHED - 1 }, (_, n) => toTestAddress(1000 + n))
    const rows = addresses.map((address) => ({ owner: TEST_ACCOUNT, address, since_ms: 0 }))
    await db.insertInto('alert_watch').values(rows).execute()
    const answers = await Promise.all(
      [MALLORY, TEST_ACCOUNT].map((address) => ask('PUT', `/v1/watch/${address}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const full = answers.find(({ status }) => status === 409)
    expect(full).toMatchObject({ code: 'watch_list_full' })
    expect(await ask('PUT', `/v1/watch/${addresses[0]}`)).toMatchObject({ status: 404 })
  })
})

describe('the inbox', () => {
  it('lists alerts, newest first, page by page, and notes what was seen', async () => {
    await ask('PUT', `/v1/watch/${MALLORY}`)
    await insertAgentNotice(api.context, { address: MALLORY, notice: LEVEL_NOTICE })
    const accused = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
    await insertAgentNotice(api.context, accused)
    await settle()
    const first = await ask('GET', '/v1/inbox?limit=1')
    expect(first.data).toMatchObject([
      {
        type: 'wallet.accused',
        timestamp: new Date(NOTICE_MS).toISOString(),
        data: { address: MALLORY, statement: { ordinary: { wallets: 812 } } },
        isSeen: false,
      },
    ])
    const second = await ask('GET', `/v1/inbox?limit=1&cursor=${first.meta.nextCursor}`)
    expect(second.data).toMatchObject([{ type: 'wallet.level_changed' }])
    expect(second.meta).not.toHaveProperty('nextCursor')
    const { id } = first.data[0]
    const seen = await ask('POST', `/v1/inbox/${id}/seen`)
    expect(await ask('POST', `/v1/inbox/${id}/seen`)).toEqual(seen)
    expect((await ask('GET', '/v1/inbox')).data).toMatchObject([
      { id, isSeen: true, seenAt: seen.data.seenAt },
      { isSeen: false },
    ])
  })

  it('is that of the logged-in wallet only', async () => {
    const owner = toTestAddress(9)
    await api.context.db
      .insertInto('alert_watch')
      .values({ owner, address: MALLORY, since_ms: 0 })
      .execute()
    await insertAgentNotice(api.context, { address: MALLORY, notice: LEVEL_NOTICE })
    await settle()
    const { id } = await api.context.db
      .selectFrom('alert_delivery')
      .select('id')
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow()
    expect((await ask('GET', '/v1/inbox')).data).toEqual([])
    expect(await ask('POST', `/v1/inbox/${id}/seen`)).toMatchObject({ code: 'alert_not_found' })
  })
})

describe('a webhook', () => {
  it('shows its secret once', async () => {
    const { id, secret } = await addWebhook(await startReceiver())
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const list = await ask('GET', '/v1/webhooks')
    expect(list.data).toMatchObject([{ id }])
    for (const url of ['/v1/webhooks', `/v1/webhooks/${id}/deliveries`, '/v1/inbox']) {
      expect(JSON.stringify(await ask('GET', url))).not.toContain(secret.slice(6))
    }
  })

  it('is tested, logged and sent again by hand', async () => {
    const receiver = await startReceiver()
    const { id } = await addWebhook(receiver)
    const requested = await ask('POST', `/v1/webhooks/${id}/test`)
    const waiting = await ask('GET', `/v1/webhooks/${id}/deliveries`)
    expect(waiting.data).toMatchObject([
      { id: requested.data.id, type: 'webhook.test', status: 'waiting', attempts: 0 },
      { type: 'webhook.challenge', status: 'delivered', attempts: 1 },
    ])
    await settle()
    await expect.poll(() => receiver.posts.length).toBe(1)
    const readLog = async () => (await ask('GET', `/v1/webhooks/${id}/deliveries`)).data
    await expect
      .poll(readLog)
      .toMatchObject([{ status: 'delivered', responseStatus: 204 }, { responseStatus: 200 }])
    const again = `/v1/webhooks/${id}/deliveries/${requested.data.id}/redeliver`
    expect(await ask('POST', again)).toMatchObject({ status: 404, code: 'delivery_not_found' })
    await api.context.pool.query(`update alert_delivery set type = 'wallet.accused'`)
    expect(await ask('POST', again)).toMatchObject({ status: 200, data: requested.data })
    await settle()
    await expect.poll(() => receiver.posts.length).toBe(2)
    const [first, second] = receiver.posts.map(({ headers }) => headers['webhook-id'])
    expect(first).toBe(second)
    await expect.poll(readLog).toMatchObject([{ attempts: 2, messageId: first }, { attempts: 1 }])
  })

  it('for a part of the watch list gets the rest not', async () => {
    const receiver = await startReceiver()
    await ask('PUT', `/v1/watch/${MALLORY}`)
    await ask('PUT', `/v1/watch/${TEST_ACCOUNT}`)
    await addWebhook(receiver, [MALLORY])
    await insertAgentNotice(api.context, { address: TEST_ACCOUNT, notice: LEVEL_NOTICE })
    await insertAgentNotice(api.context, { address: MALLORY, notice: LEVEL_NOTICE })
    await settle()
    await expect.poll(() => receiver.posts.length).toBe(1)
    expect(receiver.messages()).toMatchObject([{ data: { address: MALLORY } }])
  })

  it('is one of five at most, also when many are added at once', async () => {
    const receiver = await startReceiver()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('POST', '/v1/webhooks', { url: receiver.url })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const [first] = answers.filter(({ status }) => status === 200)
    expect(await ask('DELETE', `/v1/webhooks/${first.data.id}`)).toMatchObject({ status: 200 })
    expect(await ask('POST', '/v1/webhooks', { url: receiver.url })).toMatchObject({ status: 200 })
  })

  it('at an address that is not public is refused with a sentence', async () => {
    const answer = await ask('POST', '/v1/webhooks', { url: 'https://169.254.169.254/' })
    expect(answer).toMatchObject({ status: 400, code: 'webhook_url_refused' })
    expect(answer.message).toContain('Its host must be on the public internet.')
  })

  it('of another wallet is not found', async () => {
    const receiver = await startReceiver()
    const { id } = await addWebhook(receiver)
    await api.context.pool.query('update user_session set address = $1', [toTestAddress(9)])
    for (const [method, url] of [
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
    ] as const) {
      expect(await ask(method, url)).toMatchObject({ status: 404, code: 'webhook_not_found' })
    }
    expect((await ask('GET', '/v1/webhooks')).data).toEqual([])
  })
})

it('every call of a session needs a wallet that is logged in, and a page of the web app to write', async () => {
  for (const route of ROUTES.filter(({ auth }) => auth === 'session')) {
    const { headers, ...request } = buildValidRequest(route)
    const codes = async (sent: object) => {
      const response = await api.app.inject({ ...request, headers: { ...sent } })
      return [response.statusCode, response.json().code]
    }
    expect(await codes({}), route.operationId).toEqual([401, 'not_signed_in'])
    if (route.method === 'GET') continue
    expect(await codes({ ...headers, origin: EVIL })).toEqual([403, 'origin_refused'])
  }
})
