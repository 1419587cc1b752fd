import { describe, expect, it } from 'vitest'
import { lockUntilCommit } from '../../db/locks.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { readInbox, writeSeen } from '../subscriptions/inbox.ts'
import { readClearanceCounts } from '../subscriptions/write-deliveries.ts'
import { markRemoved } from '../subscriptions/write-subscription.ts'
import { removeWatch } from '../subscriptions/write-watch.ts'
import { toWebhook } from '../testing/add-webhook.ts'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  insertAgentNotice,
  LEVEL_NOTICE,
  NOTICE_MS,
} from '../testing/insert-agent-notice.ts'
import { type AlertScene, MALLORY, OTHER_OWNER, OWNER, openScene } from '../testing/open-scene.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const CASE = 'case-1'
const ACCUSED = { address: MALLORY, notice: buildAccusedNotice(), caseId: CASE }
const CLEARED = { address: MALLORY, notice: CLEARED_NOTICE, caseId: CASE }
const DAY_MS = 86_400_000

const listTypes = async ({ context }: AlertScene, owner = OWNER) =>
  (await readInbox(context, { owner, limit: 100 })).map(({ message }) => message.type)

const countClearances = ({ context }: AlertScene) => readClearanceCounts(context, MALLORY, CASE)

const runRetries = async (scene: AlertScene) => {
  for (let attempt = 0; attempt < 16; attempt += 1) {
    await scene.context.pool.query(
      `update alert_delivery set due_at = now() where due_at < now() + interval '5 hours'`,
    )
    await scene.settle()
  }
}

/** A case of which the webhook and the inboxes have the accusation. */
async function openAccused(): Promise<AlertScene> {
  const scene = await openScene()
  await insertAgentNotice(scene.context, ACCUSED)
  await scene.settle()
  return scene
}

describe('a clearance', () => {
  it('goes to each channel that got the accusation, and is counted when acknowledged', async () => {
    const scene = await openAccused()
    const { context, receiver } = scene
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    expect(scene.types()).toEqual(['wallet.accused', 'wallet.cleared'])
    expect(receiver.messages()[1]?.data).toMatchObject({
      address: MALLORY,
      caseId: CASE,
      cause: 'a recheck no longer supports it',
      clearance: { signature: 'ab'.repeat(64) },
    })
    expect(await listTypes(scene)).toEqual(['wallet.cleared', 'wallet.accused'])
    expect(await listTypes(scene, MALLORY)).toEqual(['wallet.cleared', 'wallet.accused'])
    // The webhook has answered; the inboxes of the watcher and of the wallet itself have not.
    expect(await countClearances(scene)).toEqual({ reached: 1, waiting: 2, notReached: 0 })
    const [entry] = await readInbox(context, { owner: OWNER, limit: 1 })
    expect(await writeSeen(context, { owner: OTHER_OWNER, id: entry!.id })).toBeNull()
    expect(await writeSeen(context, { owner: OWNER, id: entry!.id })).toBeInstanceOf(Date)
    expect(await countClearances(scene)).toEqual({ reached: 2, waiting: 1, notReached: 0 })
  })

  it('goes to nobody who never got the accusation', async () => {
    const scene = await openAccused()
    const { context } = scene
    const late = await startReceiver()
    await scene.watch(OTHER_OWNER, MALLORY)
    await scene.addWebhook(OTHER_OWNER, late.url)
    await insertAgentNotice(context, { ...CLEARED, caseId: 'another case' })
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    expect(late.posts).toEqual([])
    expect(await listTypes(scene, OTHER_OWNER)).toEqual([])
    expect(scene.receiver.posts).toHaveLength(2)
  })

  it('still goes to who stopped watching, and to the inbox of who removed the webhook', async () => {
    const scene = await openAccused()
    const { context, receiver, webhookId } = scene
    await context.pool.query(`delete from alert_delivery where channel = 'inbox' and owner = $1`, [
      OWNER,
    ])
    await removeWatch(context, { owner: OWNER, address: MALLORY })
    await markRemoved(context, { owner: OWNER, target: toWebhook(webhookId) })
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    expect(receiver.posts).toHaveLength(1)
    expect(await listTypes(scene)).toEqual(['wallet.cleared'])
  })

  it('moves to the inbox when the webhook is removed before it answered', async () => {
    const scene = await openAccused()
    const { context, webhookId } = scene
    await context.pool.query(`delete from alert_delivery where channel = 'inbox' and owner = $1`, [
      OWNER,
    ])
    await insertAgentNotice(context, CLEARED)
    await scene.alerts.step('alerts')
    await markRemoved(context, { owner: OWNER, target: toWebhook(webhookId) })
    await scene.settle()
    expect(scene.receiver.posts).toHaveLength(1)
    expect(await listTypes(scene)).toEqual(['wallet.cleared'])
    expect(await countClearances(scene)).toEqual({ reached: 0, waiting: 2, notReached: 0 })
  })

  it('overtakes an accusation that was not sent yet: neither is sent', async () => {
    const scene = await openScene()
    await insertAgentNotice(scene.context, ACCUSED)
    await insertAgentNotice(scene.context, CLEARED)
    await scene.settle()
    expect(scene.receiver.posts).toEqual([])
    expect(await scene.deliveries(OWNER)).toMatchObject([{ status: 'withdrawn' }])
    expect(await listTypes(scene)).toEqual(['wallet.cleared', 'wallet.accused'])
  })

  it('stops the retries of the accusation, and goes to who may have read it', async () => {
    const scene = await openScene()
    const { receiver, context } = scene
    receiver.respond = (_, response) => response.destroy()
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    receiver.respond = (_, response) => response.writeHead(204).end()
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    await runRetries(scene)
    expect(scene.types()).toEqual(['wallet.accused', 'wallet.cleared'])
  })

  it('goes to nobody to whom no connection was ever open', async () => {
    const scene = await openScene()
    const { context } = scene
    await context.pool.query(`update alert_subscription set url = 'http://127.0.0.1:9/'`)
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    expect(await scene.deliveries(OWNER)).toMatchObject([
      { type: 'wallet.accused', status: 'withdrawn', attempts: 1 },
    ])
  })

  it('waits for an attempt that is running, and follows it', async () => {
    const scene = await openScene()
    const { receiver, context } = scene
    const held: (() => void)[] = []
    receiver.respond = (_, response) => void held.push(() => response.writeHead(204).end())
    await insertAgentNotice(context, ACCUSED)
    await scene.alerts.step('alerts', 'deliveries')
    await expect.poll(() => receiver.posts.length).toBe(1)
    await insertAgentNotice(context, CLEARED)
    await scene.alerts.step('alerts')
    receiver.respond = (_, response) => response.writeHead(204).end()
    for (const release of held) release()
    await scene.settle()
    expect(scene.types()).toEqual(['wallet.accused', 'wallet.cleared'])
  })

  it('is tried daily after its last attempt, and not reached after 7 days of block time', async () => {
    const scene = await openAccused()
    const { receiver, context, moveTo } = scene
    receiver.respond = (_, response) => response.writeHead(500).end()
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    await runRetries(scene)
    expect((await scene.deliveries(OWNER)).at(-1)).toMatchObject({
      type: 'wallet.cleared',
      status: 'waiting',
      attempts: 15,
    })
    const { rows } = await context.pool.query(
      `select round(extract(epoch from due_at - attempted_at) / 3600)::int as hours
       from alert_delivery where status = 'waiting'`,
    )
    expect(rows).toEqual([{ hours: 24 }])
    const before = receiver.posts.length
    await moveTo(NOTICE_MS + 7 * DAY_MS - 1)
    expect(await countClearances(scene)).toEqual({ reached: 0, waiting: 3, notReached: 0 })
    await moveTo(NOTICE_MS + 7 * DAY_MS)
    expect(await countClearances(scene)).toEqual({ reached: 0, waiting: 0, notReached: 3 })
    await scene.passBackOff()
    await scene.settle()
    expect(receiver.posts).toHaveLength(before)
  })

  it('is not written before the accusation that another process is writing', async () => {
    const scene = await openScene()
    await insertAgentNotice(scene.context, ACCUSED)
    const other = await scene.context.pool.connect()
    await other.query('begin')
    await lockUntilCommit(other, 'alerts')
    await other.query('select from agent_notice for update')
    await insertAgentNotice(scene.context, CLEARED)
    const step = scene.settle()
    const countWaiting = async () => {
      const { rows } = await other.query(
        `select count(*)::int as waiting from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0].waiting
    }
    await expect.poll(countWaiting).toBe(1)
    await other.query('commit')
    other.release()
    await step
    expect(await listTypes(scene)).toEqual(['wallet.cleared', 'wallet.accused'])
  })
})

describe('the accused wallet itself', () => {
  it('gets accusation and clearance in its inbox, without watching anything', async () => {
    const scene = await openScene()
    const address = toTestAddress(50)
    await insertAgentNotice(scene.context, { ...ACCUSED, address })
    await insertAgentNotice(scene.context, { address, notice: LEVEL_NOTICE })
    await insertAgentNotice(scene.context, { ...CLEARED, address })
    await scene.settle()
    expect(await listTypes(scene, address)).toEqual(['wallet.cleared', 'wallet.accused'])
    expect(scene.receiver.posts).toEqual([])
  })
})
