import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createContext } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import {
  readClearanceCounts,
  readDeliveries,
  requestChallenge,
  requestRedelivery,
} from '../subscriptions/write-deliveries.ts'
import { markGone, markRemoved } from '../subscriptions/write-subscription.ts'
import { toWebhook } from '../testing/add-webhook.ts'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  insertAgentNotice,
  LEVEL_NOTICE,
  NOTICE_MS,
} from '../testing/insert-agent-notice.ts'
import { type AlertScene, MALLORY, OWNER, openScene } from '../testing/open-scene.ts'
import { startAlerts } from '../testing/start-alerts.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const ACCUSED = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
const LEVEL = { address: MALLORY, notice: LEVEL_NOTICE }

const readLog = ({ context, webhookId }: AlertScene) =>
  readDeliveries(context, { owner: OWNER, subscriptionId: webhookId, limit: 100 })

it('a notice reaches a webhook, signed', async () => {
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

it('a notice waits for no slow receiver of others', async () => {
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

it('an attempt that failed is made again, later, with the same message id', async () => {
  const scene = await openScene()
  const { context, receiver, passBackOff } = scene
  receiver.respond = (_, response) =>
    response.writeHead(receiver.posts.length < 3 ? 500 : 204).end()
  await insertAgentNotice(context, ACCUSED)
  await scene.settle()
  expect(await readLog(scene)).toMatchObject([
    {
      ...{ status: 'waiting', attempts: 1, responseStatus: 500, error: 'it answered 500' },
      acknowledgedAt: null,
    },
  ])
  const { rows } = await context.pool.query(
    `select extract(epoch from due_at - attempted_at)::float8 as pause from alert_delivery
     where status = 'waiting'`,
  )
  expect(rows[0].pause).toBeGreaterThan(4)
  expect(rows[0].pause).toBeLessThan(40)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await passBackOff()
    await scene.settle()
  }
  const ids = receiver.posts.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1)
  expect(await readLog(scene)).toMatchObject([
    { status: 'delivered', attempts: 3, responseStatus: 204, error: null },
  ])
})

it('an attempt that failed fifteen times is dead, and sent again by hand', async () => {
  const scene = await openScene()
  const { context, receiver, webhookId } = scene
  receiver.respond = (_, response) => response.writeHead(503).end()
  await insertAgentNotice(context, ACCUSED)
  for (let attempt = 0; attempt < 16; attempt += 1) {
    await scene.settle()
    await scene.passBackOff()
  }
  const [dead] = await readLog(scene)
  expect(dead).toMatchObject({ status: 'dead', attempts: 15 })
  receiver.respond = (_, response) => response.writeHead(200).end()
  const own = { owner: OWNER, target: toWebhook(webhookId), url: receiver.url, id: dead!.id }
  const unknown = { ...own, target: toWebhook(webhookId + 1) }
  for (const other of [{ ...own, owner: toTestAddress(9) }, unknown])
    expect(await requestRedelivery(context, other)).toBe(false)
  expect(await requestRedelivery(context, own)).toBe(true)
  await scene.settle()
  expect(await readLog(scene)).toMatchObject([{ status: 'delivered', attempts: 16 }])
  expect(receiver.posts.at(-1)?.headers['webhook-id']).toBe(dead!.messageId)
})

describe('a webhook', () => {
  it('that its owner removed is sent nothing any more', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    const target = toWebhook(webhookId)
    await insertAgentNotice(context, ACCUSED)
    await scene.alerts.step('alerts')
    expect(await markRemoved(context, { owner: toTestAddress(9), target })).toBe(false)
    expect(await markRemoved(context, { owner: OWNER, target })).toBe(true)
    await insertAgentNotice(context, LEVEL)
    await scene.settle()
    expect(receiver.posts).toEqual([])
    expect(await scene.deliveries(OWNER)).toMatchObject([{ status: 'withdrawn' }])
  })

  it('that ended is not reached by a clearance, until it is confirmed', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    const key = { owner: OWNER, target: toWebhook(webhookId) }
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    await markGone(context, key)
    await insertAgentNotice(context, { ...ACCUSED, notice: CLEARED_NOTICE })
    await scene.settle()
    expect(scene.types()).toEqual(['wallet.accused'])
    const counts = () => readClearanceCounts(context, MALLORY, 'case-1')
    // The inboxes of the owner and of the wallet itself wait for 'Seen'.
    expect(await counts()).toEqual({ reached: 0, waiting: 2, notReached: 1 })
    await requestChallenge(context, { ...key, url: receiver.url })
    await scene.settle()
    expect(scene.types()).toEqual(['wallet.accused', 'wallet.cleared'])
    expect(await counts()).toEqual({ reached: 1, waiting: 2, notReached: 0 })
  })
})

it('two processes share the work, and tell each subscriber once', async () => {
  const { context, receiver, addWebhook, watch } = await openScene()
  const { databaseUrl } = context.config
  if (databaseUrl === null) throw new Error('no database')
  const second = createContext({ ...context.config, databaseUrl })
  onTestFinished(() => second.pool.end())
  await startAlerts(context)
  await startAlerts(second)
  const addresses = Array.from({ length: 40 }, (_, number) => toTestAddress(200 + number))
  for (const [index, address] of addresses.entries()) {
    const owner = toTestAddress(300 + index)
    await watch(owner, address)
    await addWebhook(owner, `${receiver.url}/${address}`)
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
