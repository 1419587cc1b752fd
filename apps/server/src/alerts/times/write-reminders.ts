import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { StatementOfReasons } from '../../db/tables/agent-statements.ts'
import type { ReasonCode } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { AddressedEvent, AlertEvent, Subscriber } from '../events/subscriber.ts'
import { writeAlerts } from '../events/write-alerts.ts'
import { ACCUSATION_VALID_MS } from '../messages/build-accusation.ts'
import { buildReminder } from '../messages/build-reminder.ts'
import type { LinkBuilder } from '../messages/links.ts'
import type { AlertRoom } from '../room.ts'

/**
 * Reminds each subscriber of every open case that it was not told of for 24 hours of block time, once,
 * however much time has passed.
 */
export async function writeReminders(room: AlertRoom, nowMs: number): Promise<void> {
  const { context, queue, links } = room
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const due = await readDueReminders(db, nowMs)
    const byCase = Map.groupBy(due, ({ address, caseId }) => `${address} ${caseId}`)
    const addressed = [...byCase.values()].flatMap((reminders): AddressedEvent[] => {
      const [first] = reminders
      if (first === undefined) return []
      const subscribers = reminders.map(({ owner, webhookId }) => ({ owner, webhookId }))
      return [{ event: buildEvent(first, { nowMs, links }), subscribers }]
    })
    await writeAlerts(db, queue, addressed)
  })
}

interface DueReminder extends Subscriber {
  address: Address
  caseId: string
  reasonCode: ReasonCode
  openedMs: number
  statement: StatementOfReasons
}

function buildEvent(
  { owner: _owner, webhookId: _webhookId, ...parts }: DueReminder,
  { nowMs, links }: { nowMs: number; links: LinkBuilder },
): AlertEvent {
  const { address, caseId } = parts
  const message = buildReminder({ ...parts, checkedMs: nowMs, links })
  return { address, cause: `reminder ${caseId} ${nowMs}`, atMs: nowMs, caseId, message }
}

async function readDueReminders(db: Kysely<Tables>, nowMs: number): Promise<DueReminder[]> {
  const beforeMs = nowMs - ACCUSATION_VALID_MS
  const { rows } = await sql<DueReminder>`
    with subscriber as (
      select address, owner, null::bigint as webhook_id, since_ms from alert_watch
      union all
      select address, alert_watch.owner, id, greatest(alert_watch.since_ms, alert_webhook.since_ms)
      from alert_watch join alert_webhook on alert_webhook.owner = alert_watch.owner
      where removed_at is null and (addresses is null or address = any(addresses)))
    select agent_case.address, agent_case.case_id as "caseId", reason_code as "reasonCode",
      opened_ms as "openedMs", statement, subscriber.owner, subscriber.webhook_id as "webhookId"
    from agent_case join subscriber on subscriber.address = agent_case.address
    where cleared_ms is null and greatest(opened_ms, since_ms) <= ${beforeMs}
      and not exists (
        select from alert_delivery
        where alert_delivery.address = agent_case.address
          and alert_delivery.case_id = agent_case.case_id
          and alert_delivery.owner = subscriber.owner
          and alert_delivery.webhook_id is not distinct from subscriber.webhook_id
          and type in ('wallet.accused', 'wallet.reminder') and at_ms > ${beforeMs})
    order by agent_case.address, agent_case.case_id, subscriber.owner`.execute(db)
  return rows
}
