import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Subscriber } from '../alert.ts'
import { buildDigest } from '../messages/build-messages.ts'

/** An accusation. */
export interface AccusationKey {
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
export async function withdrawAccusation(db: Kysely<Tables>, key: AccusationKey): Promise<void> {
  const digests = await lockDigests(db, key)
  await sql`
    update alert_delivery set status = 'withdrawn'
    where ${matchAccusation(key)}
      and (status in ('held', 'requested', 'waiting')
        or digest_id = any(${digests.map(({ id }) => id)}::bigint[]))`.execute(db)
  for (const digest of digests) await rewriteDigest(db, digest)
}

/** Reads who got the accusation, or may have got it: an attempt was begun. */
export async function readAccused(db: Kysely<Tables>, key: AccusationKey): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select owner, jsonb_build_object('channel', channel, 'id', target_id) as target from (
    select distinct delivery.owner, delivery.channel, delivery.target_id
    from (select * from alert_delivery where ${matchAccusation(key)}) as delivery
    left join alert_delivery as digest
      on digest.owner = delivery.owner and digest.id = delivery.digest_id
    where delivery.is_sent or digest.is_sent) as accused
    order by owner, target_id`.execute(db)
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
    where digest.status in ('requested', 'waiting') and (digest.owner, digest.id) in (
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
