import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { createTestContext, type TestContextOptions } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
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
  /** Takes steps until nothing is queued and no attempt is running. */
  settle(): Promise<void>
}

/** Longer than a receiver takes on a busy machine: it only ends what hangs. */
const POST_TIMEOUT_MS = 60_000

export async function openScene(options: TestContextOptions = {}): Promise<AlertScene> {
  const context = await createTestContext(options)
  const receiver = await startReceiver()
  const alerts = await openSteppedAlerts(context, { rules: { timeoutMs: POST_TIMEOUT_MS } })
  const watch = async (owner: Address, address: Address) => {
    await writeWatch(context, { owner, address, sinceMs: 0 })
  }
  await watch(OWNER, MALLORY)
  const { id: webhookId, secret } = await addWebhook(context, { owner: OWNER, url: receiver.url })
  const countBusy = async () => {
    const { rows } = await context.pool.query(
      `select count(*)::int as busy from alert_queue.job
       where state = 'active' or (state in ('created', 'retry') and start_after <= now())`,
    )
    return rows[0].busy
  }
  const settle = async () => {
    do await alerts.step('alerts', 'deliveries')
    while ((await countBusy()) > 0)
  }
  const deliveries = async (owner: Address, channel = 'webhook') => {
    const { rows } = await context.pool.query(
      'select * from alert_delivery where owner = $1 and channel = $2 order by id',
      [owner, channel],
    )
    return rows
  }
  return {
    context,
    alerts,
    receiver,
    webhookId,
    secret,
    watch,
    addWebhook: (owner, url) => addWebhook(context, { owner, url }),
    deliveries,
    settle,
  }
}
