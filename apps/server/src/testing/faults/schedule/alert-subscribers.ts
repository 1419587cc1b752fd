import { setTimeout as delay } from 'node:timers/promises'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { PgBoss } from 'pg-boss'
import { writeWatch } from '../../../alerts/subscriptions/write-watch.ts'
import { addWebhook } from '../../../alerts/testing/add-webhook.ts'
import { insertAgentNotice, LEVEL_NOTICE } from '../../../alerts/testing/insert-agent-notice.ts'
import type { Context } from '../../../runtime/context.ts'
import { moveDatabaseClock } from '../injection/clocks.ts'
import type { DeliveredMessage, FaultyReceiver } from '../injection/faulty-receiver.ts'

/** Wallets that watch one address each, and have a webhook for it. */
export interface AlertSubscribers {
  /** Has the agent say something about the address of one of them. */
  notify(subscriber: number): Promise<void>
  /** Lets so much time pass that every attempt is due again, also those of processes that were killed. */
  passTime(): Promise<void>
  /** Resolves when no attempt is running that began since. */
  waitForAttempts(): Promise<void>
  /** Returns whether every message was written and delivered. */
  areDelivered(): Promise<boolean>
  /** Returns what was lost, invented or repeated as something else. */
  findViolations(): Promise<string[]>
  /** Returns whether a receiver got a message twice. */
  wasSentTwice(): boolean
}

const WATCHED_INDEX = 2_000
const OWNER_INDEX = 3_000

/** Above the longest jump of the clock, so that what was stored before it is due too. */
const PASSED_MS = 2 * 86_400_000

/** Subscribes `count` wallets to messages at the receiver. */
export async function subscribeToAlerts(
  context: Context,
  receiver: FaultyReceiver,
  count: number,
): Promise<AlertSubscribers> {
  for (let number = 0; number < count; number += 1) {
    const owner = computeAddressAtIndex(OWNER_INDEX + number, 'local')
    const url = receiver.url + toPath(number)
    await writeWatch(context, { owner, address: toWatched(number), sinceMs: 0 })
    await addWebhook(context, { owner, url })
  }
  const notified: number[] = []
  return {
    notify: async (number) => {
      await insertAgentNotice(context, { address: toWatched(number), notice: LEVEL_NOTICE })
      notified.push(number)
    },
    passTime: () => passTime(context),
    waitForAttempts: () => waitForAttempts(context),
    areDelivered: () => areDelivered(context),
    findViolations: async () => {
      const stored = await readStored(context)
      return notified.flatMap((number) => checkWebhook(toPath(number), receiver.received, stored))
    },
    wasSentTwice: () =>
      new Set(receiver.received.map(({ messageId }) => messageId)).size < receiver.received.length,
  }
}

const toPath = (number: number): string => `/${number}`
const toWatched = (number: number): Address =>
  computeAddressAtIndex(WATCHED_INDEX + number, 'local')

/** The queue is looked after as by another process with the role `alerts`, so that no schedule waits for a timer. */
async function passTime({ config }: Context): Promise<void> {
  const connectionString = config.databaseUrl ?? ''
  await moveDatabaseClock(connectionString, PASSED_MS)
  const boss = new PgBoss({
    connectionString,
    schema: 'alert_queue',
    max: 1,
    schedule: false,
    supervise: false,
    migrate: false,
  })
  await boss.start()
  await boss.supervise()
  await boss.stop({ graceful: false })
}

const ATTEMPT_POLL_MS = 20
const MAX_ATTEMPT_POLLS = 500

async function waitForAttempts({ pool }: Context): Promise<void> {
  for (let poll = 0; poll < MAX_ATTEMPT_POLLS; poll += 1) {
    const { rowCount } = await pool.query(
      `select from alert_queue.job where state = 'active' limit 1`,
    )
    if (rowCount === 0) return
    await delay(ATTEMPT_POLL_MS)
  }
}

async function areDelivered({ pool }: Context): Promise<boolean> {
  const { rowCount } = await pool.query(`
    select from alert_delivery where channel = 'webhook' and status <> 'delivered'
    union all select from agent_notice where not is_taken`)
  return rowCount === 0
}

interface StoredMessage {
  path: string
  messageId: string
  status: string
}

async function readStored({ pool }: Context): Promise<StoredMessage[]> {
  const { rows } = await pool.query<StoredMessage>(`
    select substring(url from '/[0-9]+$') as path, message_id as "messageId", status
    from alert_delivery join alert_subscription
      on alert_subscription.owner = alert_delivery.owner and alert_subscription.id = target_id`)
  return rows
}

/** One message was written for the webhook, and arrived at least once, always the same. */
function checkWebhook(
  path: string,
  received: readonly DeliveredMessage[],
  stored: readonly StoredMessage[],
): string[] {
  const rows = stored.filter((row) => row.path === path)
  const posts = received.filter((post) => post.path === path)
  const bodies = new Set(posts.map(({ messageId, body }) => `${messageId} ${body}`))
  const [row] = rows
  const isRight =
    rows.length === 1 &&
    row?.status === 'delivered' &&
    bodies.size === 1 &&
    posts.every(({ messageId }) => messageId === row.messageId)
  if (isRight) return []
  return [
    `webhook ${path}: stored ${JSON.stringify(rows)}, received ${JSON.stringify([...bodies])}`,
  ]
}
