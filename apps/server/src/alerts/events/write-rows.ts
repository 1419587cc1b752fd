import { randomUUID } from 'node:crypto'
import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import { type Insertable, type Kysely, sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { DeliveryRow } from '../../db/tables/alert-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { INBOX } from '../channels/inbox.ts'
import { WEBHOOK } from '../channels/webhook.ts'
import type { DeliveryQueue } from '../delivery/open-queue.ts'
import type { AlertEvent, Subscriber } from './subscriber.ts'

/** An event for one subscriber. */
export interface Alert {
  event: AlertEvent
  eventId: number
  subscriber: Subscriber
  message: AlertMessage
}

export type NewRow = Insertable<DeliveryRow>

/** `waiting`: to be sent now; an inbox has it at once. */
export type RowStatus =
  | { status: 'waiting' }
  | { status: 'held' }
  | { status: 'digested'; digestId: number }

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_PER_INSERT = 2_000

/** Builds the row of an alert. */
export function buildRow({ event, eventId, subscriber, message }: Alert, state: RowStatus): NewRow {
  return {
    ...buildOwnColumns(subscriber, message),
    event_id: eventId,
    address: event.address,
    case_id: event.caseId,
    at_ms: event.atMs,
    ...(state.status === 'waiting'
      ? buildSendingState(subscriber)
      : { status: state.status, is_sent: false }),
    digest_id: state.status === 'digested' ? state.digestId : null,
  }
}

function buildOwnColumns(subscriber: Subscriber, message: AlertMessage) {
  const { owner, webhookId } = subscriber
  return {
    owner,
    webhook_id: webhookId,
    channel: getChannel(subscriber).name,
    message_id: `msg_${randomUUID()}`,
    type: message.type,
    body: JSON.stringify(message),
  }
}

const getChannel = ({ webhookId }: Subscriber) => (webhookId === null ? INBOX : WEBHOOK)

/** Returns the state of a row that is to be sent now. */
export function buildSendingState(subscriber: Subscriber) {
  const isDelivered = getChannel(subscriber).delivery === 'stored'
  return { status: isDelivered ? 'delivered' : 'waiting', is_sent: isDelivered } as const
}

/** Writes rows with the jobs of those that wait, and wakes the deliveries; returns their ids. */
export async function insertRows(
  db: Kysely<Tables>,
  queue: Pick<DeliveryQueue, 'add'>,
  rows: readonly NewRow[],
): Promise<number[]> {
  const ids: number[] = []
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT) {
    const written = await db
      .insertInto('alert_delivery')
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .returning(['owner', 'id', 'webhook_id as webhookId', 'status'])
      .execute()
    ids.push(...written.map(({ id }) => id))
    const waiting = written.flatMap(({ owner, id, webhookId, status }) =>
      status === 'waiting' && webhookId !== null ? [{ owner, id, webhookId }] : [],
    )
    await queue.add(waiting, fromKysely(db))
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
  db: Kysely<Tables>,
  queue: Pick<DeliveryQueue, 'add'>,
  { subscriber, message, atMs }: NewDigest,
): Promise<number> {
  const row = {
    ...buildOwnColumns(subscriber, message),
    at_ms: atMs,
    ...buildSendingState(subscriber),
  }
  const [id] = await insertRows(db, queue, [row])
  if (id === undefined) throw new RangeError(`no digest was stored for ${subscriber.owner}`)
  return id
}

/** Wakes the processes that send. */
export async function notifyDeliveries(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_notify('deliveries_changed', '')`.execute(db)
}
