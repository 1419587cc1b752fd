import { randomUUID } from 'node:crypto'
import type { AlertMessage, AlertType } from '@app/api/schemas/alert-data.ts'
import { type Insertable, type Kysely, sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { DeliveryRow } from '../../db/tables/alert-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type Alert, getSubscriberKey, type Notice, type Subscriber } from '../alert.ts'
import type { DeliveryQueue, QueuedDelivery } from '../delivery/open-queue.ts'
import { buildDigest } from '../messages/build-messages.ts'

/** Where deliveries are written, in one transaction, which holds the lock `alerts`. */
export interface AlertWriter {
  db: Kysely<Tables>
  queue: Pick<DeliveryQueue, 'add'>
}

/** A notice for one subscriber. */
interface SingleAlert {
  notice: Notice
  noticeId: number
  subscriber: Subscriber
}

type NewRow = Insertable<DeliveryRow>

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_PER_INSERT = 2_000

/**
 * Writes notices, a delivery for each of their subscribers, and the jobs of those that are sent. A notice whose cause is
 * known already is left out.
 */
export async function writeAlerts(writer: AlertWriter, alerts: readonly Alert[]): Promise<void> {
  const singles = await writeNoticeRows(writer.db, alerts)
  if (singles.length === 0) return
  const recent = await readRecentCounts(writer.db, singles)
  const rows: NewRow[] = []
  const groups = Map.groupBy(singles, ({ subscriber, notice }) =>
    buildGroupKey(subscriber, notice.message.type),
  )
  for (const group of groups.values()) {
    rows.push(...(await planRows(writer, group, recent)))
  }
  await insertRows(writer, rows)
}

async function writeNoticeRows(
  db: Kysely<Tables>,
  alerts: readonly Alert[],
): Promise<SingleAlert[]> {
  const singles: SingleAlert[] = []
  for (const { notice, subscribers } of alerts) {
    const noticeId = await insertNoticeRow(db, notice)
    if (noticeId === null) continue
    singles.push(...subscribers.map((subscriber) => ({ notice, noticeId, subscriber })))
  }
  return singles
}

async function insertNoticeRow(db: Kysely<Tables>, notice: Notice): Promise<number | null> {
  const { address, cause, atMs, caseId, message } = notice
  const row = await db
    .insertInto('alert_event')
    .values({ address, cause, type: message.type, at_ms: atMs, case_id: caseId })
    .onConflict((conflict) => conflict.columns(['address', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Reads how many alerts each subscriber was written within the last minute, by `buildGroupKey`. */
async function readRecentCounts(
  db: Kysely<Tables>,
  alerts: readonly SingleAlert[],
): Promise<Map<string, number>> {
  const owners = [...new Set(alerts.map(({ subscriber }) => subscriber.owner))]
  const types = [...new Set(alerts.map(({ notice }) => notice.message.type))]
  const { rows } = await sql<Subscriber & { type: string; count: number }>`
    select owner, jsonb_build_object('channel', channel, 'id', target_id) as target, type,
      count(*)::int as count
    from alert_delivery
    where owner = any(${owners}::text[]) and type = any(${types}::text[])
      and created_at between now() - interval '1 minute' and now() + interval '1 minute'
    group by owner, channel, target_id, type`.execute(db)
  return new Map(
    rows.map(({ type, count, ...subscriber }) => [buildGroupKey(subscriber, type), count]),
  )
}

/** Plans the rows of the alerts of one type for one subscriber; a digest is written at once. */
async function planRows(
  writer: AlertWriter,
  group: readonly SingleAlert[],
  recent: ReadonlyMap<string, number>,
): Promise<NewRow[]> {
  const [first] = group
  if (first === undefined) return []
  const { subscriber, notice } = first
  const { type } = notice.message
  const before = recent.get(buildGroupKey(subscriber, type)) ?? 0
  switch (decideDigest(type, group.length, before)) {
    case 'single':
      return group.map((alert) => buildRow(alert, buildSendingState(subscriber)))
    case 'held':
      return group.map((alert) => buildRow(alert, { status: 'held', is_sent: false }))
    case 'digest': {
      const message = buildDigest(group.map((alert) => alert.notice.message))
      const atMs = Math.max(...group.map((alert) => alert.notice.atMs))
      const digest_id = await insertDigest(writer, { subscriber, message, atMs })
      return group.map((alert) =>
        buildRow(alert, { status: 'digested', is_sent: false, digest_id }),
      )
    }
  }
}

type RowState = Pick<NewRow, 'status' | 'is_sent' | 'digest_id'>

function buildRow({ notice, noticeId, subscriber }: SingleAlert, state: RowState): NewRow {
  return {
    ...buildOwnColumns(subscriber, notice.message),
    event_id: noticeId,
    address: notice.address,
    case_id: notice.caseId,
    at_ms: notice.atMs,
    digest_id: null,
    ...state,
  }
}

function buildOwnColumns({ owner, target }: Subscriber, message: AlertMessage) {
  return {
    owner,
    target_id: target.id,
    channel: target.channel,
    message_id: `msg_${randomUUID()}`,
    type: message.type,
    body: JSON.stringify(message),
  }
}

/** Returns the state of a row that is to be sent now: an inbox has it as soon as it is written. */
export function buildSendingState({ target }: Subscriber) {
  const isDelivered = target.channel === 'inbox'
  return { status: isDelivered ? 'delivered' : 'waiting', is_sent: isDelivered } as const
}

/** Writes rows with the jobs of those that wait, and wakes the deliveries; returns their ids. */
async function insertRows({ db, queue }: AlertWriter, rows: readonly NewRow[]): Promise<number[]> {
  const ids: number[] = []
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT) {
    const written = await db
      .insertInto('alert_delivery')
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .returning(['owner', 'id', 'channel', 'target_id', 'status'])
      .execute()
    ids.push(...written.map(({ id }) => id))
    const waiting = written.filter(({ status }) => status === 'waiting')
    const jobs = waiting.map(
      ({ owner, id, channel, target_id }) =>
        ({ owner, id, target: { channel, id: target_id } }) as QueuedDelivery,
    )
    await queue.add(jobs, fromKysely(db))
  }
  await notifyDeliveries(db)
  return ids
}

interface NewDigest {
  subscriber: Subscriber
  message: AlertMessage<'digest'>
  /** Block time of its newest alert, in Unix milliseconds. */
  atMs: number
}

/** Writes a digest, and its job; returns its id. */
export async function insertDigest(
  writer: AlertWriter,
  { subscriber, message, atMs }: NewDigest,
): Promise<number> {
  const row = {
    ...buildOwnColumns(subscriber, message),
    at_ms: atMs,
    ...buildSendingState(subscriber),
  }
  const [id] = await insertRows(writer, [row])
  if (id === undefined) throw new RangeError(`no digest was stored for ${subscriber.owner}`)
  return id
}

/** Wakes the processes that send. */
export async function notifyDeliveries(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_notify('deliveries_changed', '')`.execute(db)
}

/** More alerts of one type than this within a minute become one digest, for each subscriber. */
export const DIGEST_ABOVE = 5

/** Types that are never part of a digest. */
const ALWAYS_SINGLE: ReadonlySet<AlertType> = new Set(['wallet.cleared', 'digest', 'webhook.test'])

/** How alerts of one type go to one subscriber. */
type DigestDecision =
  /** One by one. */
  | 'single'
  /** All in one digest now. */
  | 'digest'
  /** In the digest at the end of the minute. */
  | 'held'

/**
 * Decides how `count` new alerts of one type go to a subscriber who was told of `recent` ones within the
 * last minute.
 */
export function decideDigest(type: AlertType, count: number, recent: number): DigestDecision {
  if (ALWAYS_SINGLE.has(type) || recent + count <= DIGEST_ABOVE) return 'single'
  return recent === 0 ? 'digest' : 'held'
}

const buildGroupKey = (subscriber: Subscriber, type: string): string =>
  `${getSubscriberKey(subscriber)} ${type}`
