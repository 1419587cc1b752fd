import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import { type TakenNotice, takeNotices } from '../../agent/write-taken-notices.ts'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { buildNoticeMessage } from '../messages/build-notice-message.ts'
import type { AlertRoom } from '../room.ts'
import { readSubscribers, toReachable } from './read-subscribers.ts'
import { type AlertEvent, getSubscriberKey, type Subscriber } from './subscriber.ts'
import { writeAlerts } from './write-alerts.ts'
import { readAccused, withdrawAccusation } from './write-withdrawals.ts'

/** Notices of one transaction. */
const NOTICES_PER_STEP = 200

/**
 * Writes the events and deliveries of the next notices in one transaction; returns their number.
 * Processes take turns, so that a clearance is never written before the accusation that it clears.
 */
export async function writeNotices({ context, queue, links }: AlertRoom): Promise<number> {
  return await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const notices = await takeNotices(db, NOTICES_PER_STEP)
    const subscribers = await readSubscribers(db, [...new Set(notices.map((n) => n.address))])
    for (const run of splitAtClearances(notices)) {
      const addressed = []
      for (const notice of run) {
        const event = buildEvent(notice, buildNoticeMessage(notice, links))
        const watching = subscribers.get(notice.address) ?? []
        addressed.push({ event, subscribers: await listAddressees(db, notice, watching) })
      }
      await writeAlerts(db, queue, addressed)
    }
    return notices.length
  })
}

function buildEvent(notice: TakenNotice, message: AlertEvent['message']): AlertEvent {
  const { address, id, atMs, caseId } = notice
  return { address, cause: `notice ${id}`, atMs, caseId, message }
}

/** Ends a run before each clearance: it goes to those who got what was written before it. */
function splitAtClearances(notices: readonly TakenNotice[]): TakenNotice[][] {
  const runs: TakenNotice[][] = [[]]
  for (const each of notices) {
    if (each.notice.kind === 'cleared') runs.push([])
    runs.at(-1)?.push(each)
  }
  return runs.filter((run) => run.length > 0)
}

/** Lists who is told of a notice. The wallet itself is told of its accusation and clearance. */
async function listAddressees(
  db: Kysely<Tables>,
  { address, caseId, notice }: TakenNotice,
  watching: readonly Subscriber[],
): Promise<Subscriber[]> {
  switch (notice.kind) {
    case 'level_changed':
      return [...watching]
    case 'accused':
      return withOwnInbox(watching, address)
    case 'cleared': {
      const key = { address, caseId }
      await withdrawAccusation(db, key)
      const accused = await toReachable(db, await readAccused(db, key))
      return withOwnInbox(accused, address)
    }
  }
}

function withOwnInbox(subscribers: readonly Subscriber[], owner: Address): Subscriber[] {
  const all = [...subscribers, { owner, webhookId: null }]
  return [...new Map(all.map((one) => [getSubscriberKey(one), one])).values()]
}
