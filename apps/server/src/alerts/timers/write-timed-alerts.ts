import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import { type Kysely, sql } from 'kysely'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import type { Alert, Subscriber } from '../alert.ts'
import {
  ACCUSATION_VALID_MS,
  buildActiveAgain,
  buildReminder,
  type LinkBuilder,
  type NewActivity,
} from '../messages/build-messages.ts'
import { removeRequestCounts } from '../subscriptions/write-request-count.ts'
import { removeReplacedSecrets, TARGET } from '../subscriptions/write-subscription.ts'
import { readSubscribers, WATCHING } from '../writing/read-subscribers.ts'
import { writeAlerts, writeHeld } from '../writing/write-alerts.ts'

const DAY_MS = 86_400_000

/** Creates the stage for what only time brings about: digests, reminders and ends of clearances. */
export function createTimeStage(context: Pick<Context, 'db' | 'rules'>, links: LinkBuilder): Stage {
  const withLock = (work: (db: Kysely<Tables>) => Promise<void>) =>
    context.db.transaction().execute(async (db) => {
      await holdLockUntilCommit(db, 'alerts')
      await work(db)
    })
  const step: Stage['step'] = async () => {
    await withLock(writeHeld)
    await removeReplacedSecrets(context)
    await removeRequestCounts(context.db)
    const tip = await loadIndexedTip(context)
    if (tip === null) return 'idle'
    await writeUnreached(context.db, tip.timeMs)
    await withLock((db) => writeReminders(db, links, tip.timeMs))
    await withLock((db) => writeActiveAgain(db, links))
    return 'idle'
  }
  return { name: 'alert times', step }
}

/** Block time within which somebody must acknowledge a clearance. */
const CLEARANCE_MS = 7 * DAY_MS

/** Gives up clearances that nobody acknowledged in time. */
async function writeUnreached(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await sql`
    update alert_delivery set status = 'not_reached'
    where type = 'wallet.cleared' and acknowledged_at is null and at_ms <= ${nowMs - CLEARANCE_MS}
      and status in ('waiting', 'delivered')`.execute(db)
}

/**
 * Reminds each subscriber of every open case that it was not told of for 24 hours of block time, once,
 * however much time has passed.
 */
async function writeReminders(
  db: Kysely<Tables>,
  links: LinkBuilder,
  nowMs: number,
): Promise<void> {
  const due = await readDueReminders(db, nowMs)
  const alerts = due.map(({ subscribers, ...parts }): Alert => {
    const { address, caseId } = parts
    const message = buildReminder({ ...parts, checkedMs: nowMs, links })
    return { notice: { address, atMs: nowMs, caseId, message }, subscribers }
  })
  await writeAlerts(db, alerts)
}

interface DueReminder {
  address: Address
  caseId: string
  reasonCode: ReasonCode
  openedMs: number
  statement: StatementOfReasons
  subscribers: Subscriber[]
}

async function readDueReminders(db: Kysely<Tables>, nowMs: number): Promise<DueReminder[]> {
  const beforeMs = nowMs - ACCUSATION_VALID_MS
  const { rows } = await sql<DueReminder>`
    select agent_case.address, agent_case.case_id as "caseId", reason_code as "reasonCode",
      opened_ms as "openedMs", statement,
      jsonb_agg(jsonb_build_object('owner', watching.owner, 'target', ${TARGET})
        order by watching.owner) as subscribers
    from agent_case join ${WATCHING} on watching.address = agent_case.address
    where cleared_ms is null and greatest(opened_ms, since_ms) <= ${beforeMs}
      and not exists (
        select from alert_delivery as told
        where told.address = agent_case.address and told.case_id = agent_case.case_id
          and told.owner = watching.owner and told.target_id is not distinct from watching.target_id
          and told.type in ('wallet.accused', 'wallet.reminder') and told.at_ms > ${beforeMs})
    group by agent_case.address, agent_case.case_id
    order by agent_case.address, agent_case.case_id`.execute(db)
  return rows
}

/** An account that signed nothing for so long is dormant; what it receives does not count. */
const DORMANT_MS = 90 * DAY_MS

/** Tells of watched accounts that were dormant and are active again. */
async function writeActiveAgain(db: Kysely<Tables>, links: LinkBuilder): Promise<void> {
  const awake = (await writeActivity(db)).filter(
    ({ beforeMs, lastMs }) => lastMs - beforeMs >= DORMANT_MS,
  )
  const addresses = awake.map(({ address }) => address)
  const subscribers = await readSubscribers(db, addresses)
  const alerts = awake.map((activity): Alert => {
    const { address, lastMs: atMs } = activity
    const message = buildActiveAgain(activity, links)
    const notice = { address, atMs, caseId: null, message }
    return { notice, subscribers: subscribers.get(address) ?? [] }
  })
  await writeAlerts(db, alerts)
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
