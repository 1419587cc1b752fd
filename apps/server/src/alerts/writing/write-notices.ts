import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import { type TakenNotice, takeNotices } from '../../agent/take-notices.ts'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { type Pauses, readPauses } from '../../runtime/pauses.ts'
import { getSubscriberKey, type Notice, type Subscriber, toInbox } from '../alert.ts'
import { buildDigest, buildNoticeMessage, type LinkBuilder } from '../messages/build-messages.ts'
import { TARGET } from '../subscriptions/write-subscription.ts'
import { readSubscribers, toReachable } from './read-subscribers.ts'
import { writeAlerts } from './write-alerts.ts'

/** Notices of one transaction. */
const NOTICES_PER_STEP = 200

/**
 * Writes the next notices of the agent, and their deliveries, in one transaction; returns their number.
 * Processes take turns, so that a clearance is never written before the accusation that it clears.
 */
export async function writeNotices(
  context: Pick<Context, 'db' | 'log'>,
  links: LinkBuilder,
): Promise<number> {
  const pauses = await readPauses(context, 'alerts')
  try {
    return await writeNext(context, links, pauses)
  } catch (error) {
    if (!(error instanceof UnwritableNotice)) throw error
    await pauses.attempt(error.address, () => Promise.reject(error.cause))
    return 1
  }
}

/** A notice that cannot be put into words: those about its address wait, so that it blocks no other. */
class UnwritableNotice extends Error {
  readonly address: Address
  constructor(address: Address, cause: unknown) {
    super(`a notice about ${address} cannot be written`, { cause })
    this.address = address
  }
}

async function writeNext(
  context: Pick<Context, 'db'>,
  links: LinkBuilder,
  pauses: Pauses,
): Promise<number> {
  return await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const notices = await takeNotices(db, { limit: NOTICES_PER_STEP, pauses })
    const subscribers = await readSubscribers(db, [...new Set(notices.map((n) => n.address))])
    for (const run of splitAtClearances(notices)) {
      const alerts = []
      for (const taken of run) {
        const watching = subscribers.get(taken.address) ?? []
        const addressees = await listAddressees(db, taken, watching)
        alerts.push({ notice: toNotice(taken, links), subscribers: addressees })
      }
      await writeAlerts(db, alerts)
    }
    return notices.length
  })
}

function toNotice(taken: TakenNotice, links: LinkBuilder): Notice {
  const { address, atMs, caseId } = taken
  try {
    return { address, atMs, caseId, message: buildNoticeMessage(taken, links) }
  } catch (error) {
    throw new UnwritableNotice(address, error)
  }
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
  const all = [...subscribers, toInbox(owner)]
  return [...new Map(all.map((one) => [getSubscriberKey(one), one])).values()]
}

/** An accusation. */
interface AccusationKey {
  address: Address
  caseId: string | null
}

interface DigestKey {
  owner: Address
  id: number
}

/**
 * Withdraws what was not sent yet of a case that was cleared. Digests that still wait are written again
 * without it. An attempt that begins at the same time is either not made, or seen by `readAccused` after
 * this.
 */
async function withdrawAccusation(db: Kysely<Tables>, key: AccusationKey): Promise<void> {
  const digests = await lockDigests(db, key)
  await sql`
    update alert_delivery set status = 'withdrawn'
    where ${matchAccusation(key)}
      and (status in ('held', 'waiting')
        or digest_id = any(${digests.map(({ id }) => id)}::bigint[]))`.execute(db)
  for (const digest of digests) await rewriteDigest(db, digest)
}

/** Reads who got the accusation, or may have got it: an attempt was begun. */
async function readAccused(db: Kysely<Tables>, key: AccusationKey): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select owner, ${TARGET} as target from alert_delivery
    where ${matchAccusation(key)} and (is_sent or exists (
      select from alert_delivery as digest where digest.owner = alert_delivery.owner
        and digest.id = alert_delivery.digest_id and digest.is_sent))
    group by owner, channel, target_id order by owner, target_id`.execute(db)
  return rows
}

const matchAccusation = ({ address, caseId }: AccusationKey) => sql`
  alert_delivery.address = ${address}
  and alert_delivery.case_id is not distinct from ${caseId}
  and alert_delivery.type in ('wallet.accused', 'wallet.reminder')`

/** Locks the digests that contain the accusation and still wait. */
async function lockDigests(db: Kysely<Tables>, key: AccusationKey): Promise<DigestKey[]> {
  const { rows } = await sql<DigestKey>`
    select digest.owner, digest.id from alert_delivery as digest
    where digest.status = 'waiting' and (digest.owner, digest.id) in (
      select alert_delivery.owner, alert_delivery.digest_id
      from alert_delivery where ${matchAccusation(key)})
    order by digest.id for update`.execute(db)
  return rows
}

/** Writes a digest again from what it still lists; withdraws it when that is nothing. */
async function rewriteDigest(db: Kysely<Tables>, { owner, id }: DigestKey): Promise<void> {
  const rows = await db
    .selectFrom('alert_delivery')
    .select('body')
    .where('owner', '=', owner)
    .where('digest_id', '=', id)
    .where('status', '=', 'digested')
    .orderBy('id')
    .execute()
  const messages: AlertMessage[] = rows.map(({ body }) => JSON.parse(body))
  const change =
    messages.length === 0
      ? ({ status: 'withdrawn' } as const)
      : { body: JSON.stringify(buildDigest(messages)) }
  await db
    .updateTable('alert_delivery')
    .set(change)
    .where('owner', '=', owner)
    .where('id', '=', id)
    .execute()
}
