import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import { type Kysely, sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Stage } from '../../runtime/stage.ts'
import type { Alert, Notice, Subscriber } from '../alert.ts'
import {
  ACCUSATION_VALID_MS,
  buildActiveAgain,
  buildDigest,
  buildReminder,
  type LinkBuilder,
  type NewActivity,
} from '../messages/build-messages.ts'
import type { AlertRoom } from '../room.ts'
import { removeRequestCounts } from '../subscriptions/write-request-count.ts'
import { IS_ACTIVE, removeReplacedSecrets } from '../subscriptions/write-subscription.ts'
import { readSubscribers } from '../writing/read-subscribers.ts'
import {
  type AlertWriter,
  buildSendingState,
  insertDigest,
  notifyDeliveries,
  writeAlerts,
} from '../writing/write-alerts.ts'

const DAY_MS = 86_400_000

/** SQL: where a row of `alert_delivery` goes, as a `Target`. */
const TARGET = sql`jsonb_build_object('channel', channel, 'id', target_id)`

/** Creates the stage for what only time brings about: digests, reminders and ends of clearances. */
export function createTimeStage(room: AlertRoom): Stage {
  const step: Stage['step'] = async () => {
    await writeHeld(room)
    await removeReplacedSecrets(room.context)
    await removeRequestCounts(room.context.db)
    const tip = await loadIndexedTip(room.context)
    if (tip === null) return 'idle'
    await writeUnreached(room, tip.timeMs)
    await writeReminders(room, tip.timeMs)
    await writeActiveAgain(room)
    return 'idle'
  }
  return { name: 'alert times', step }
}

/**
 * Sends what was held back for a minute: as one digest, or by itself when it is only one. What was written later than
 * now waits for no clock that was set back.
 */
async function writeHeld({ context, queue }: AlertRoom): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const { rows } = await sql<HeldGroup>`
      select owner, ${TARGET} as target, type from alert_delivery where status = 'held'
      group by owner, channel, target_id, type
      having min(created_at) <= now() - interval '1 minute'
        or min(created_at) > now() + interval '1 minute'`.execute(db)
    for (const group of rows) await writeGroup({ db, queue }, group)
  })
}

interface HeldGroup extends Subscriber {
  type: string
}

interface HeldRow {
  id: number
  body: string
  atMs: number
}

async function writeGroup(writer: AlertWriter, { type, ...subscriber }: HeldGroup): Promise<void> {
  const { db } = writer
  const { owner, target } = subscriber
  const { rows } = await sql<HeldRow>`
    select id, body, at_ms as "atMs" from alert_delivery
    where owner = ${owner} and target_id is not distinct from ${target.id} and type = ${type}
      and status = 'held' order by id for update`.execute(db)
  const [first, second] = rows
  if (first === undefined) return
  if (second === undefined) return await sendSingle(writer, { ...subscriber, id: first.id })
  const messages: AlertMessage[] = rows.map(({ body }) => JSON.parse(body))
  const atMs = Math.max(...rows.map((row) => row.atMs))
  const digest = { subscriber, message: buildDigest(messages), atMs }
  const digestId = await insertDigest(writer, digest)
  const ids = rows.map(({ id }) => id)
  await sql`
    update alert_delivery set status = 'digested', digest_id = ${digestId}
    where owner = ${owner} and id = any(${ids}::bigint[])`.execute(db)
}

async function sendSingle(
  { db, queue }: AlertWriter,
  { id, ...subscriber }: Subscriber & { id: number },
): Promise<void> {
  const { owner, target } = subscriber
  await db
    .updateTable('alert_delivery')
    .set(buildSendingState(subscriber))
    .where('owner', '=', owner)
    .where('id', '=', id)
    .execute()
  if (target.channel !== 'inbox') await queue.add([{ owner, id, target }], fromKysely(db))
  await notifyDeliveries(db)
}

/** Block time within which somebody must acknowledge a clearance. */
const CLEARANCE_MS = 7 * DAY_MS

/** Gives up clearances that nobody acknowledged in time. */
async function writeUnreached({ context }: AlertRoom, nowMs: number): Promise<void> {
  await sql`
    update alert_delivery set status = 'not_reached'
    where type = 'wallet.cleared' and acknowledged_at is null and at_ms <= ${nowMs - CLEARANCE_MS}
      and status in ('requested', 'waiting', 'delivered')`.execute(context.db)
}

/**
 * Reminds each subscriber of every open case that it was not told of for 24 hours of block time, once,
 * however much time has passed.
 */
async function writeReminders(room: AlertRoom, nowMs: number): Promise<void> {
  const { context, queue, links } = room
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const due = await readDueReminders(db, nowMs)
    const byCase = Map.groupBy(due, ({ address, caseId }) => `${address} ${caseId}`)
    const alerts = [...byCase.values()].flatMap((reminders): Alert[] => {
      const [first] = reminders
      if (first === undefined) return []
      const subscribers = reminders.map(({ owner, target }) => ({ owner, target }))
      return [{ notice: toReminderNotice(first, { nowMs, links }), subscribers }]
    })
    await writeAlerts({ db, queue }, alerts)
  })
}

interface DueReminder extends Subscriber {
  address: Address
  caseId: string
  reasonCode: ReasonCode
  openedMs: number
  statement: StatementOfReasons
}

function toReminderNotice(
  { owner: _owner, target: _target, ...parts }: DueReminder,
  { nowMs, links }: { nowMs: number; links: LinkBuilder },
): Notice {
  const { address, caseId } = parts
  const message = buildReminder({ ...parts, checkedMs: nowMs, links })
  return { address, cause: `reminder ${caseId} ${nowMs}`, atMs: nowMs, caseId, message }
}

async function readDueReminders(db: Kysely<Tables>, nowMs: number): Promise<DueReminder[]> {
  const beforeMs = nowMs - ACCUSATION_VALID_MS
  const { rows } = await sql<DueReminder>`
    with subscriber as (
      select address, owner, 'inbox' as channel, null::bigint as id, since_ms from alert_watch
      union all
      select address, alert_watch.owner, channel, id,
        greatest(alert_watch.since_ms, alert_subscription.since_ms)
      from alert_watch join alert_subscription on alert_subscription.owner = alert_watch.owner
      where ${IS_ACTIVE} and (addresses is null or address = any(addresses)))
    select agent_case.address, agent_case.case_id as "caseId", reason_code as "reasonCode",
      opened_ms as "openedMs", statement, subscriber.owner,
      jsonb_build_object('channel', channel, 'id', id) as target
    from agent_case join subscriber on subscriber.address = agent_case.address
    where cleared_ms is null and greatest(opened_ms, since_ms) <= ${beforeMs}
      and not exists (
        select from alert_delivery
        where alert_delivery.address = agent_case.address
          and alert_delivery.case_id = agent_case.case_id
          and alert_delivery.owner = subscriber.owner
          and target_id is not distinct from subscriber.id
          and type in ('wallet.accused', 'wallet.reminder') and at_ms > ${beforeMs})
    order by agent_case.address, agent_case.case_id, subscriber.owner`.execute(db)
  return rows
}

/** An account that signed nothing for so long is dormant; what it receives does not count. */
const DORMANT_MS = 90 * DAY_MS

/** Tells of watched accounts that were dormant and are active again. */
async function writeActiveAgain({ context, queue, links }: AlertRoom): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const awake = (await writeActivity(db)).filter(
      ({ beforeMs, lastMs }) => lastMs - beforeMs >= DORMANT_MS,
    )
    const subscribers = await readSubscribers(
      db,
      awake.map(({ address }) => address),
    )
    const alerts = awake.map((activity) => ({
      notice: toActivityNotice(activity, links),
      subscribers: subscribers.get(activity.address) ?? [],
    }))
    await writeAlerts({ db, queue }, alerts)
  })
}

/**
 * Notes the last activity of watched accounts; returns those that were active since it was noted before.
 * Where nothing is known of an account, it counts as active when it was first watched; nothing is kept of
 * accounts that nobody watches.
 */
async function writeActivity(db: Kysely<Tables>): Promise<NewActivity[]> {
  await sql`
    delete from alert_activity where not exists (
      select from alert_watch where alert_watch.address = alert_activity.address)`.execute(db)
  const { rows } = await sql<NewActivity>`
    with watched as (
      select alert_watch.address, min(since_ms) as since_ms from alert_watch group by address),
    active as (
      select watched.address, coalesce(greatest(chain_account_activity.last_ms, signed.block_ms), since_ms)
        as last_ms
      from watched
      left join chain_account_activity on chain_account_activity.address = watched.address
      left join lateral (
        select block_ms from chain_transaction where chain_transaction.address = watched.address
        order by height desc limit 1) as signed on true),
    before as (
      select alert_activity.* from alert_activity join watched
        on watched.address = alert_activity.address),
    written as (
      insert into alert_activity select active.* from active left join before
        on before.address = active.address
      where before.address is null or active.last_ms > before.last_ms
      on conflict (address) do update set last_ms = excluded.last_ms
      returning address, last_ms)
    select written.address, before.last_ms as "beforeMs", written.last_ms as "lastMs"
    from written join before on before.address = written.address
    order by written.address`.execute(db)
  return rows
}

function toActivityNotice(activity: NewActivity, links: LinkBuilder): Notice {
  const { address, lastMs } = activity
  const message = buildActiveAgain(activity, links)
  return { address, cause: `active ${lastMs}`, atMs: lastMs, caseId: null, message }
}
