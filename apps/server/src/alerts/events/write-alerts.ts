import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { DeliveryQueue } from '../delivery/open-queue.ts'
import { buildDigest } from '../messages/build-digest.ts'
import { buildGroupKey, decideDigest, groupAlerts } from './plan-digests.ts'
import { readRecentCounts } from './read-recent-counts.ts'
import type { AddressedEvent, AlertEvent } from './subscriber.ts'
import { type Alert, buildRow, insertDigest, insertRows, type NewRow } from './write-rows.ts'

/**
 * Writes events, their deliveries and the jobs of those to webhooks, in the transaction of `db`, which
 * holds the lock `alerts`. An event whose cause is known already is left out.
 */
export async function writeAlerts(
  db: Kysely<Tables>,
  queue: Pick<DeliveryQueue, 'add'>,
  addressed: readonly AddressedEvent[],
): Promise<void> {
  const alerts = await writeEvents(db, addressed)
  if (alerts.length === 0) return
  const recent = await readRecentCounts(db, alerts)
  const rows: NewRow[] = []
  for (const group of groupAlerts(alerts)) {
    rows.push(...(await planRows({ db, queue }, group, recent)))
  }
  await insertRows(db, queue, rows)
}

async function writeEvents(
  db: Kysely<Tables>,
  addressed: readonly AddressedEvent[],
): Promise<Alert[]> {
  const alerts: Alert[] = []
  for (const { event, subscribers } of addressed) {
    const id = await insertEvent(db, event)
    if (id === null) continue
    const { message } = event
    alerts.push(...subscribers.map((subscriber) => ({ event, eventId: id, subscriber, message })))
  }
  return alerts
}

async function insertEvent(db: Kysely<Tables>, event: AlertEvent): Promise<number | null> {
  const { address, cause, atMs, caseId, message } = event
  const row = await db
    .insertInto('alert_event')
    .values({ address: address ?? '', cause, type: message.type, at_ms: atMs, case_id: caseId })
    .onConflict((conflict) => conflict.columns(['address', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Plans the rows of the alerts of one type for one subscriber; a digest is written at once. */
async function planRows(
  { db, queue }: { db: Kysely<Tables>; queue: Pick<DeliveryQueue, 'add'> },
  group: readonly Alert[],
  recent: ReadonlyMap<string, number>,
): Promise<NewRow[]> {
  const [first] = group
  if (first === undefined) return []
  const { subscriber, message } = first
  const before = recent.get(buildGroupKey(subscriber, message.type)) ?? 0
  switch (decideDigest(message.type, group.length, before)) {
    case 'single':
      return group.map((alert) => buildRow(alert, { status: 'waiting' }))
    case 'held':
      return group.map((alert) => buildRow(alert, { status: 'held' }))
    case 'digest': {
      const digest = buildDigest(group.map((alert) => alert.message))
      const atMs = Math.max(...group.map(({ event }) => event.atMs))
      const digestId = await insertDigest(db, queue, { subscriber, message: digest, atMs })
      return group.map((alert) => buildRow(alert, { status: 'digested', digestId }))
    }
  }
}
