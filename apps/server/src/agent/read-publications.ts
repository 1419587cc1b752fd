import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** An account and the evidence hash of its score. */
interface PublicationKey {
  address: Address
  evidenceHash: string
}

type Publication = NonNullable<Awaited<ReturnType<typeof findPublication>>>

/**
 * Finds the action that publishes this evidence: a pending one, else the last sealed one. Returns
 * `null` when there is none.
 */
export async function findPublication(
  db: Kysely<Tables>,
  { address, evidenceHash }: PublicationKey,
) {
  const row = await buildPublicationsQuery(db, address)
    .where('evidence_hash', '=', evidenceHash)
    .where('status', '!=', 'failed')
    .orderBy('sealed_height', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns whether the publication is pending, or is still the latest record of the account and was
 * signed by the current agent account.
 */
export async function isPublicationCurrent(
  db: Kysely<Tables>,
  { address, evidenceHash }: PublicationKey,
  { status, sealed_height, tx_id }: Publication,
): Promise<boolean> {
  if (status !== 'sealed') return true
  const signedByAnother = await db
    .selectFrom('agent_transaction')
    .innerJoin('agent_heartbeat', (on) =>
      on.onRef('agent_heartbeat.key_address', '<>', 'agent_transaction.key_address'),
    )
    .select('tx_id')
    .where('address', '=', address)
    .where('tx_id', '=', tx_id)
    .executeTakeFirst()
  if (signedByAnother !== undefined) return false
  const newer = await buildPublicationsQuery(db, address)
    .where('evidence_hash', '!=', evidenceHash)
    .where('sealed_height', '>', sealed_height)
    .executeTakeFirst()
  return newer === undefined
}

function buildPublicationsQuery(db: Kysely<Tables>, address: Address) {
  return db
    .selectFrom('agent_action')
    .select(['id', 'status', 'sealed_height', 'tx_id'])
    .where('address', '=', address)
    .where('kind', 'in', ['publish', 'recheck'])
}
