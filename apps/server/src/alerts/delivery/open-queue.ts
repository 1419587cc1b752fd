import { FatalError } from '@app/values/errors.ts'
import { type Db, type Job, PgBoss } from 'pg-boss'
import { formatDatabaseLocation, formatReason } from '../../db/prepare-database.ts'
import type { Logger } from '../../runtime/log.ts'
import type { SubscriptionTarget } from '../alert.ts'

/** What a job of the queue is for. */
export interface DeliveryKey {
  owner: string
  id: number
}

export interface QueuedDelivery extends DeliveryKey {
  target: SubscriptionTarget
  /** An attempt that fails is the last one. */
  isOnce?: boolean
  /** Seconds to wait before the first attempt. */
  delaySeconds?: number
}

export type DeliveryJob = Job<DeliveryKey>

/** Deliveries that wait for their next attempt. */
export interface DeliveryQueue {
  /** Queues in the transaction of `db`. */
  add(deliveries: readonly QueuedDelivery[], db: Db): Promise<void>
  /** Takes at most `limit` jobs that are due, few of the same subscription. */
  take(limit: number): Promise<DeliveryJob[]>
  /** Takes jobs whose last attempt failed. */
  takeDead(limit: number): Promise<DeliveryJob[]>
  /** Ends a job, in the transaction of `db` where there is one. */
  complete(job: DeliveryJob, db?: Db): Promise<void>
  /** Ends a job that `takeDead` returned, in the transaction of `db`. */
  completeDead(job: DeliveryJob, db: Db): Promise<void>
  /** Ends an attempt that failed: the job is due again later, or dead, in the transaction of `db`. */
  fail(job: DeliveryJob, db: Db): Promise<void>
  close(): Promise<void>
}

const SCHEMA = 'alert_queue'
/** Of every channel. Another name would leave behind what waits in this one. */
const QUEUE = 'webhook'
const DEAD = 'webhook_dead'

/**
 * 5 s, 10 s, 20 s … up to 4 hours with jitter: 15 attempts within about 18 hours. An attempt takes at
 * most 5 s; when its process ended, it counts as failed after `expireInSeconds`.
 */
const RETRIES = {
  retryLimit: 14,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 10,
  retentionSeconds: 30 * 86_400,
}

/** Attempts at the same time to one subscription: a slow one does not delay the others. */
const CONCURRENCY_PER_SUBSCRIPTION = 3

/** How often attempts of ended processes are looked for. */
const SUPERVISION_SECONDS = 5

/**
 * Opens the queue in its own schema of the database, which it creates and updates. Throws `FatalError` when the
 * database cannot be used.
 */
export async function openQueue(
  databaseUrl: string,
  log: Pick<Logger, 'warn'>,
): Promise<DeliveryQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'dharma-guard alerts',
    schema: SCHEMA,
    max: 4,
    schedule: false,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
  })
  boss.on('error', (err) => log.warn({ err }, 'the queue of alerts has a problem'))
  await startBoss(boss, databaseUrl)
  return {
    add: async (deliveries, db) => {
      const jobs = deliveries.map(toJob)
      if (jobs.length > 0) await boss.insert(QUEUE, jobs, { db })
    },
    take: (batchSize) => {
      const groupConcurrency = CONCURRENCY_PER_SUBSCRIPTION
      return boss.fetch<DeliveryKey>(QUEUE, { batchSize, groupConcurrency })
    },
    takeDead: (batchSize) => boss.fetch<DeliveryKey>(DEAD, { batchSize }),
    complete: async (job, db) => void (await boss.complete(QUEUE, job, null, db && { db })),
    completeDead: async (job, db) => void (await boss.complete(DEAD, job, null, { db })),
    fail: async (job, db) => void (await boss.fail(QUEUE, job, null, { db })),
    close: () => boss.stop({ graceful: false }),
  }
}

async function startBoss(boss: PgBoss, databaseUrl: string): Promise<void> {
  try {
    await boss.start()
    await boss.createQueue(DEAD, { retentionSeconds: RETRIES.retentionSeconds })
    await boss.createQueue(QUEUE, { ...RETRIES, deadLetter: DEAD })
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw new FatalError(
      `The queue of alerts in the database at ${formatDatabaseLocation(databaseUrl)} cannot be used (${formatReason(error)}): start PostgreSQL there, and start again.`,
      { cause: error },
    )
  }
}

function toJob({ owner, id, target, isOnce = false, delaySeconds }: QueuedDelivery) {
  return {
    data: { owner, id },
    group: { id: String(target.id) },
    ...(isOnce && { retryLimit: 0 }),
    ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
  }
}
