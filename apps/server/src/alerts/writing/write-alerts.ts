import { randomUUID } from 'node:crypto'
import type { AlertMessage, AlertType } from '@app/api/schemas/alert-data.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { type Alert, getSubscriberKey, type Notice, type Subscriber } from '../alert.ts'
import { buildDigest } from '../messages/build-messages.ts'
import { notifyDeliveries, TARGET } from '../subscriptions/write-subscription.ts'

/** More alerts of one type than this within a minute become one digest, for each subscriber. */
export const DIGEST_ABOVE = 5

/** Writes a delivery for each subscriber of each notice. Those that are too many are held for their digest. */
export async function writeAlerts(db: Kysely<Tables>, alerts: readonly Alert[]): Promise<void> {
  const singles = alerts.flatMap(({ notice, subscribers }) =>
    subscribers.map((subscriber) => ({ notice, subscriber })),
  )
  if (singles.length === 0) return
  const recent = await readRecentCounts(db, alerts)
  const groups = Map.groupBy(singles, ({ subscriber, notice }) =>
    buildGroupKey(subscriber, notice.message.type),
  )
  const rows = [...groups].flatMap(([key, group]) => {
    const count = (recent.get(key) ?? 0) + group.length
    return group.map(({ subscriber, notice }) =>
      buildRow(subscriber, { ...notice, isHeld: isHeld(notice.message.type, count) }),
    )
  })
  await insertRows(db, rows)
}

/** Whether alerts of a type are held for a digest, when a subscriber is told of `count` within a minute. */
const isHeld = (type: AlertType, count: number): boolean =>
  type !== 'wallet.cleared' && count > DIGEST_ABOVE

const buildGroupKey = (subscriber: Subscriber, type: string): string =>
  `${getSubscriberKey(subscriber)} ${type}`

/** SQL: within the last minute; what was written later than now waits for no clock that was set back. */
const IS_RECENT = sql`created_at between now() - interval '1 minute' and now() + interval '1 minute'`

/** Reads how many alerts each subscriber was written within the last minute, by `buildGroupKey`. */
async function readRecentCounts(
  db: Kysely<Tables>,
  alerts: readonly Alert[],
): Promise<Map<string, number>> {
  const owners = new Set(alerts.flatMap(({ subscribers }) => subscribers.map(({ owner }) => owner)))
  const types = new Set(alerts.map(({ notice }) => notice.message.type))
  const { rows } = await sql<Subscriber & { type: string; count: number }>`
    select owner, ${TARGET} as target, type, count(*)::int as count from alert_delivery
    where owner = any(${[...owners]}::text[]) and type = any(${[...types]}::text[]) and ${IS_RECENT}
    group by owner, channel, target_id, type`.execute(db)
  return new Map(
    rows.map(({ type, count, ...subscriber }) => [buildGroupKey(subscriber, type), count]),
  )
}

interface NewRow {
  message: AlertMessage
  atMs: number
  isHeld?: boolean
  address?: Notice['address']
  caseId?: Notice['caseId']
}

/** An inbox has its row as soon as it is written. */
function buildRow({ owner, target }: Subscriber, row: NewRow) {
  const { message, atMs, isHeld = false, address = null, caseId = null } = row
  const isDelivered = target.channel === 'inbox' && !isHeld
  const sent = isDelivered ? 'delivered' : 'waiting'
  return {
    owner,
    channel: target.channel,
    target_id: target.id,
    message_id: `msg_${randomUUID()}`,
    type: message.type,
    body: JSON.stringify(message),
    address,
    case_id: caseId,
    at_ms: atMs,
    status: isHeld ? 'held' : sent,
    is_sent: isDelivered,
  }
}

const COLUMNS = sql`owner, channel, target_id, message_id, type, body, address, case_id, at_ms, status, is_sent`

/** Writes rows, and wakes the processes that send; returns their ids. */
async function insertRows(
  db: Kysely<Tables>,
  rows: readonly ReturnType<typeof buildRow>[],
): Promise<number[]> {
  const { rows: written } = await sql<{ id: number }>`
    insert into alert_delivery (${COLUMNS})
    select ${COLUMNS} from jsonb_populate_recordset(null::alert_delivery, ${JSON.stringify(rows)})
    returning id`.execute(db)
  await notifyDeliveries(db)
  return written.map(({ id }) => id)
}

interface HeldGroup extends Subscriber {
  type: string
}

/** Sends what is held for subscribers who were told nothing of its type for a minute: as one digest, unless it is only one. */
export async function writeHeld(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<HeldGroup>`
    select owner, ${TARGET} as target, type from alert_delivery as held
    where status = 'held' and not exists (
      select from alert_delivery as told
      where told.owner = held.owner and told.type = held.type
        and told.status not in ('held', 'withdrawn')
        and told.target_id is not distinct from held.target_id and ${IS_RECENT})
    group by owner, channel, target_id, type`.execute(db)
  for (const group of rows) await writeGroup(db, group)
}

async function writeGroup(db: Kysely<Tables>, { type, ...subscriber }: HeldGroup): Promise<void> {
  const { owner, target } = subscriber
  const { rows } = await sql<{ id: number; body: string; atMs: number }>`
    select id, body, at_ms as "atMs" from alert_delivery
    where owner = ${owner} and target_id is not distinct from ${target.id} and type = ${type}
      and status = 'held' order by id for update`.execute(db)
  if (rows.length > 1) {
    const message = buildDigest(rows.map(({ body }) => JSON.parse(body)))
    const atMs = Math.max(...rows.map((row) => row.atMs))
    const [digestId] = await insertRows(db, [buildRow(subscriber, { message, atMs })])
    await sql`
      update alert_delivery set status = 'digested', digest_id = ${digestId}
      where owner = ${owner} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
    return
  }
  await sql`
    update alert_delivery
    set status = case channel when 'inbox' then 'delivered' else 'waiting' end,
      is_sent = channel = 'inbox', due_at = now()
    where owner = ${owner} and id = ${rows[0]?.id}`.execute(db)
  await notifyDeliveries(db)
}
