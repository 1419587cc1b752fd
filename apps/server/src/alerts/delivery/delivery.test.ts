import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createContext } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { readDeliveries } from '../subscriptions/read-deliveries.ts'
import { requestRedelivery, requestTest } from '../subscriptions/write-delivery.ts'
import { removeWebhook } from '../subscriptions/write-webhook.ts'
import {
  buildAccusedNotice,
  insertNotice,
  LEVEL_NOTICE,
  NOTICE_MS,
} from '../testing/insert-notice.ts'
import { type AlertScene, MALLORY, OWNER, openScene } from '../testing/open-scene.ts'
import { startAlerts } from '../testing/start-alerts.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const ACCUSED = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
const LEVEL = { address: MALLORY, notice: LEVEL_NOTICE }

/** Makes everything due that waits for its next attempt. */
const passBackOff = ({ context }: AlertScene) =>
  context.pool.query(`update alert_queue.job set start_after = now() where state = 'retry'`)

const readLog = ({ context, webhookId }: AlertScene) =>
  readDeliveries(context, { owner: OWNER, webhookId, limit: 100 })

describe('a notice', () => {
  it('reaches a webhook, signed, within two seconds', async () => {
    const { context, receiver, secret } = await openScene()
    await startAlerts(context)
    const startedMs = performance.now()
    await insertNotice(context, ACCUSED)
    await expect.poll(() => receiver.posts.length, { interval: 5 }).toBe(1)
    const post = receiver.posts[0]!
    expect(post.atMs - startedMs).toBeLessThan(2_000)
    expect(new Webhook(secret).verify(post.body, post.headers as never)).toMatchObject({
      type: 'wallet.accused',
      timestamp: new Date(NOTICE_MS).toISOString(),
      data: { address: MALLORY, caseId: 'case-1', action: 'flag' },
    })
    const { 'content-type': type, 'webhook-id': id } = post.headers
    expect([type, id]).toEqual(['application/json', expect.stringMatching(/^msg_[0-9a-f-]{36}$/)])
  })

  it('waits for no slow receiver of others', async () => {
    const { context, addWebhook, receiver } = await openScene()
    const slow = await startReceiver()
    slow.respond = () => {}
    await addWebhook(OWNER, slow.url)
    await startAlerts(context)
    for (let round = 1; round <= 4; round += 1) {
      const startedMs = performance.now()
      await insertNotice(context, LEVEL)
      await expect.poll(() => receiver.posts.length, { interval: 5 }).toBe(round)
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    }
  })

  it('is written and queued in one transaction, or not at all', async () => {
    const scene = await openScene()
    const { context, alerts } = scene
    await context.pool.query(`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'no'; end $$;
      create trigger refuse before insert on alert_queue.job_common
        for each row execute function refuse()`)
    await insertNotice(context, ACCUSED)
    await expect(alerts.step('alerts')).rejects.toThrow('no')
    expect(await scene.deliveries(OWNER)).toEqual([])
    await context.pool.query('drop trigger refuse on alert_queue.job_common')
    await scene.settle()
    expect(scene.receiver.posts).toHaveLength(1)
  })
})

describe('an attempt that failed', () => {
  it.each([
    ['a server error', 500, 'it answered 500'],
    ['a redirect', 307, 'it answered 307: redirects are not followed'],
    ['a refusal', 404, 'it answered 404'],
  ])('by %s is made again, later, with the same message id', async (_, status, error) => {
    const scene = await openScene()
    const { context, receiver } = scene
    receiver.respond = ({ body }, response) =>
      response.writeHead(receiver.posts.length < 3 ? status : 204).end(body.slice(0, 1))
    await insertNotice(context, ACCUSED)
    await scene.settle()
    expect(await readLog(scene)).toMatchObject([
      { status: 'waiting', attempts: 1, responseStatus: status, error, acknowledgedAt: null },
    ])
    const { rows } = await context.pool.query(
      `select extract(epoch from start_after - now())::float8 as seconds from alert_queue.job
       where state = 'retry'`,
    )
    expect(rows[0].seconds).toBeGreaterThan(1)
    expect(rows[0].seconds).toBeLessThan(11)
    await passBackOff(scene)
    await scene.settle()
    await passBackOff(scene)
    await scene.settle()
    const ids = receiver.posts.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
    expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1)
    expect(await readLog(scene)).toMatchObject([
      { status: 'delivered', attempts: 3, responseStatus: 204, error: null },
    ])
  })

  it('fifteen times is dead, and sent again by hand', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    receiver.respond = (_, response) => response.writeHead(503).end()
    await insertNotice(context, ACCUSED)
    for (let attempt = 0; attempt < 16; attempt += 1) {
      await scene.settle()
      await passBackOff(scene)
    }
    await scene.settle()
    const [dead] = await readLog(scene)
    expect(dead).toMatchObject({ status: 'dead', attempts: 15 })
    receiver.respond = (_, response) => response.writeHead(200).end()
    const request = { owner: OWNER, webhookId, id: dead!.id }
    expect(await requestRedelivery(context, request)).toBe(true)
    await scene.settle()
    expect(await readLog(scene)).toMatchObject([{ status: 'delivered', attempts: 16 }])
    expect(receiver.posts.at(-1)?.headers['webhook-id']).toBe(dead!.messageId)
  })
})

describe('a person', () => {
  it('tests a webhook', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    const id = await requestTest(context, { owner: OWNER, webhookId })
    await scene.settle()
    expect(receiver.messages()).toMatchObject([{ type: 'webhook.test' }])
    expect(await readLog(scene)).toMatchObject([{ id, type: 'webhook.test', status: 'delivered' }])
  })

  it('sends only what is its own again', async () => {
    const scene = await openScene()
    const { context, webhookId } = scene
    await insertNotice(context, ACCUSED)
    await scene.settle()
    const [{ id } = { id: 0 }] = await readLog(scene)
    const foreign = { owner: toTestAddress(9), webhookId, id }
    expect(await requestRedelivery(context, foreign)).toBe(false)
    const unknown = { owner: OWNER, webhookId: webhookId + 1, id }
    expect(await requestRedelivery(context, unknown)).toBe(false)
  })

  it('removes a webhook, to which nothing is sent any more', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    await insertNotice(context, ACCUSED)
    await scene.alerts.step('alerts')
    expect(await removeWebhook(context, { owner: toTestAddress(9), id: webhookId })).toBe(false)
    expect(await removeWebhook(context, { owner: OWNER, id: webhookId })).toBe(true)
    await insertNotice(context, LEVEL)
    await scene.settle()
    expect(receiver.posts).toEqual([])
    expect(await scene.deliveries(OWNER)).toMatchObject([{ status: 'withdrawn' }])
  })
})

describe('two processes', () => {
  it('share the work, and tell each subscriber once', async () => {
    const { context, receiver } = await openScene()
    const { databaseUrl } = context.config
    if (databaseUrl === null) throw new Error('no database')
    const second = createContext({ ...context.config, databaseUrl })
    onTestFinished(() => second.pool.end())
    await startAlerts(context)
    await startAlerts(second)
    const addresses = Array.from({ length: 40 }, (_, number) => toTestAddress(200 + number))
    const owners = addresses.map((_, number) => toTestAddress(300 + number))
    for (const [index, address] of addresses.entries()) {
      await context.db
        .insertInto('alert_watch')
        .values({ owner: owners[index]!, address, since_ms: 0 })
        .execute()
      await context.db
        .insertInto('alert_webhook')
        .values({
          owner: owners[index]!,
          url: `${receiver.url}/${address}`,
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          addresses: null,
          since_ms: 0,
        })
        .execute()
    }
    await Promise.all(addresses.map((address) => insertNotice(context, { ...LEVEL, address })))
    await expect.poll(() => receiver.posts.length).toBe(40)
    const countByState = async () => {
      const { rows } = await context.pool.query(
        `select channel, status, count(*)::int as count from alert_delivery
         group by channel, status order by channel`,
      )
      return rows
    }
    await expect.poll(countByState).toEqual([
      { channel: 'inbox', status: 'delivered', count: 40 },
      { channel: 'webhook', status: 'delivered', count: 40 },
    ])
    expect(new Set(receiver.posts.map(({ path }) => path)).size).toBe(40)
  })
})
