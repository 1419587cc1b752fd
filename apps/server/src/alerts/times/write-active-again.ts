import { type Kysely, sql } from 'kysely'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { readSubscribers } from '../events/read-subscribers.ts'
import type { AlertEvent } from '../events/subscriber.ts'
import { writeAlerts } from '../events/write-alerts.ts'
import { buildActiveAgain, type NewActivity } from '../messages/build-active-again.ts'
import type { LinkBuilder } from '../messages/links.ts'
import type { AlertRoom } from '../room.ts'

const DAY_MS = 86_400_000

/** An account that signed nothing for so long is dormant; what it receives does not count. */
const DORMANT_MS = 90 * DAY_MS

/** Tells of watched accounts that were dormant and are active again. */
export async function writeActiveAgain({ context, queue, links }: AlertRoom): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const awake = (await writeActivity(db)).filter(
      ({ beforeMs, lastMs }) => lastMs - beforeMs >= DORMANT_MS,
    )
    const subscribers = await readSubscribers(
      db,
      awake.map(({ address }) => address),
    )
    const addressed = awake.map((activity) => ({
      event: buildEvent(activity, links),
      subscribers: subscribers.get(activity.address) ?? [],
    }))
    await writeAlerts(db, queue, addressed)
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

function buildEvent(activity: NewActivity, links: LinkBuilder): AlertEvent {
  const { address, lastMs } = activity
  const message = buildActiveAgain(activity, links)
  return { address, cause: `active ${lastMs}`, atMs: lastMs, caseId: null, message }
}
