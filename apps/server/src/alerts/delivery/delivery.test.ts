import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createContext } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { readDeliveries, requestRedelivery } from '../subscriptions/write-deliveries.ts'
import { markRemoved } from '../subscriptions/write-subscription.ts'
import { toWebhook } from '../testing/add-webhook.ts'
import {
  buildAccusedNotice,
  insertAgentNotice,
  LEVEL_NOTICE,
  NOTICE_MS,
} from '../testing/insert-agent-notice.ts'
import { type AlertScene, MALLORY, OWNER, openScene } from '../testing/open-scene.ts'
import { startAlerts } from '../testing/start-alerts.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const ACCUSED = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
const LEVEL = { address: MALLORY, notice: LEVEL_NOTICE }

/** Makes everything due that waits for its next attempt. */
const passBackOff = ({ context }: AlertScene) =>
  context.pool.query(`update alert_queue.job set start_after = now() where state = 'retry'`)

const readLog = ({ context, webhookId }: AlertScene) =>
  readDeliveries(context, { owner: OWNER, subscriptionId: webhookId, limit: 100 })

describe('a notice', () => {
  it('reaches a webhook, signed', async () => {
    const { context, receiver, secret } = await openScene()
    await startAlerts(context)
    await insertAgentNotice(context, ACCUSED)
    await expect.poll(() => receiver.posts.length).toBe(1)
    const post = receiver.posts[0]!
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
    await startAlerts(context, { rules: { timeoutMs: 600_000 } })
    for (let round = 1; round <= 4; round += 1) {
      await insertAgentNotice(context, LEVEL)
      await expect.poll(() => receiver.posts.length).toBe(round)
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
    await insertAgentNotice(context, ACCUSED)
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
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    expect(await readLog(scene)).toMatchObject([
      { status: 'waiting', attempts: 1, responseStatus: status, error, acknowledgedAt: null },
    ])
    const { rows } = await context.pool.query(
      `select extract(epoch from start_after - started_on)::float8 as after_start,
         extract(epoch from start_after - now())::float8 as from_now
       from alert_queue.job where state = 'retry'`,
    )
    expect(rows[0].after_start).toBeGreaterThan(1)
    expect(rows[0].from_now).toBeLessThan(11)
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
    await insertAgentNotice(context, ACCUSED)
    for (let attempt = 0; attempt < 16; attempt += 1) {
      await scene.settle()
      await passBackOff(scene)
    }
    await scene.settle()
    const [dead] = await readLog(scene)
    expect(dead).toMatchObject({ status: 'dead', attempts: 15 })
    receiver.respond = (_, response) => response.writeHead(200).end()
    const request = { owner: OWNER, target: toWebhook(webhookId), url: receiver.url, id: dead!.id }
    expect(await requestRedelivery(context, request)).toBe(true)
    await scene.settle()
    expect(await readLog(scene)).toMatchObject([{ status: 'delivered', attempts: 16 }])
    expect(receiver.posts.at(-1)?.headers['webhook-id']).toBe(dead!.messageId)
  })
})

describe('a person', () => {
  it('sends only what is its own again', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    const [{ id } = { id: 0 }] = await readLog(scene)
    const { url } = receiver
    const foreign = { owner: toTestAddress(9), target: toWebhook(webhookId), url, id }
    expect(await requestRedelivery(context, foreign)).toBe(false)
    const unknown = { owner: OWNER, target: toWebhook(webhookId + 1), url, id }
    expect(await requestRedelivery(context, unknown)).toBe(false)
  })

  it('removes a webhook, to which nothing is sent any more', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    await insertAgentNotice(context, ACCUSED)
    await scene.alerts.step('alerts')
    expect(
      await markRemoved(context, { owner: toTestAddress(9), target: toWebhook(webhookId) }),
    ).toBe(false)
    expect(await markRemoved(context, { owner: OWNER, target: toWebhook(webhookId) })).toBe(true)
    await insertAgentNotice(context, LEVEL)
    await scene.settle()
    expect(receiver.posts).toEqual([])
    expect(await scene.deliveries(OWNER)).toMatchObject([{ status: 'withdrawn' }])
  })
})

describe('two processes', () => {
  it('share the work, and tell each subscriber once', async () => {
    const { context, receiver, addWebhook } = await openScene()
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
      await addWebhook(owners[index]!, `${receiver.url}/${address}`)
    }
    await Promise.all(addresses.map((address) => insertAgentNotice(context, { ...LEVEL, address })))
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
