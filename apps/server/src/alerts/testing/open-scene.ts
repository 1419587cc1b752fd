import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { createTestContext, type TestContextOptions } from '../../testing/create-test-context.ts'
import { buildLiveCursor, toTestAddress } from '../../testing/ledger.ts'
import { writeWatch } from '../subscriptions/write-watch.ts'
import { addWebhook } from './add-webhook.ts'
import { openSteppedAlerts, type SteppedAlerts } from './start-alerts.ts'
import { type Receiver, startReceiver } from './start-receiver.ts'

export const OWNER = toTestAddress(1)
export const OTHER_OWNER = toTestAddress(3)
export const MALLORY = toTestAddress(2)

interface StoredDelivery {
  owner: Address
  id: number
  channel: string
  target_id: number | null
  message_id: string
  type: string
  address: Address | null
  status: string
  attempts: number
  body: string
  error: string | null
  response_status: number | null
  acknowledged_at: Date | null
}

/** A wallet that watches mallory by its inbox and one webhook. */
export interface AlertScene {
  context: Context
  alerts: SteppedAlerts
  receiver: Receiver
  webhookId: number
  secret: string
  /** Makes a wallet watch an address. */
  watch(owner: Address, address: Address): Promise<void>
  /** Adds a webhook for the watch list of a wallet. */
  addWebhook(owner: Address, url: string): Promise<{ id: number; secret: string }>
  deliveries(owner: Address, channel?: string): Promise<StoredDelivery[]>
  /** Types of what the webhook got. */
  types(): string[]
  /** Makes everything due that waits for its next attempt. */
  passBackOff(): Promise<void>
  /** Makes a block of this time, in Unix milliseconds, the latest indexed one, and takes what time brings about. */
  moveTo(timeMs: number): Promise<void>
  /** Takes steps until nothing is due and no attempt is running. */
  settle(): Promise<void>
}

/** Longer than a receiver takes on a busy machine: it only ends what hangs. */
const POST_TIMEOUT_MS = 60_000

export async function openScene(options: TestContextOptions = {}): Promise<AlertScene> {
  const context = await createTestContext(options)
  const receiver = await startReceiver()
  const alerts = openSteppedAlerts(context, { rules: { timeoutMs: POST_TIMEOUT_MS } })
  const watch = async (owner: Address, address: Address) => {
    await writeWatch(context, { owner, address, sinceMs: 0 })
  }
  await watch(OWNER, MALLORY)
  const { id: webhookId, secret } = await addWebhook(context, { owner: OWNER, url: receiver.url })
  const query = async (text: string, values: unknown[] = []) =>
    (await context.pool.query(text, values)).rows
  const isDue = async () => {
    const due = 'select from alert_delivery where status = $1 and due_at <= now()'
    return (await query(due, ['waiting'])).length > 0
  }
  const settle = async () => {
    do {
      await alerts.step('alerts', 'deliveries')
      await alerts.finish()
    } while (await isDue())
  }
  let height = 1
  return {
    context,
    alerts,
    receiver,
    webhookId,
    secret,
    watch,
    addWebhook: (owner, url) => addWebhook(context, { owner, url }),
    deliveries: (owner, channel = 'webhook') =>
      query('select * from alert_delivery where owner = $1 and channel = $2 order by id', [
        owner,
        channel,
      ]),
    types: () => receiver.messages().map(({ type }) => type),
    passBackOff: async () => void (await query('update alert_delivery set due_at = now()')),
    moveTo: async (timeMs) => {
      height += 1
      await query('delete from chain_cursor')
      const cursor = { ...buildLiveCursor(1, height), block_ms: timeMs }
      await context.db.insertInto('chain_cursor').values(cursor).execute()
      await alerts.step('alert times')
      await settle()
    },
    settle,
  }
}
