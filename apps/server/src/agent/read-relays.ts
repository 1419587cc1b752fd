import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { RelayPayload } from '../db/tables/action-payload.ts'
import type { ActionKind, ActionStatus } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

/** A stored relay of a signed message. */
export interface StoredRelay {
  id: number
  status: ActionStatus
  contentHash: string
  signatures: RelayPayload['signatures']
}

interface RelayKey {
  address: Address
  kind: ActionKind
  idempotencyKey: string
}

/** Reads the relay with this series and sequence number; `null` when there is none. */
export async function readRelay(
  db: Kysely<Tables>,
  { address, kind, idempotencyKey }: RelayKey,
): Promise<StoredRelay | null> {
  const row = await db
    .selectFrom('agent_action')
    .select(['id', 'status', 'evidence_hash', 'payload'])
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (row === undefined || row.payload === null || !('content' in row.payload)) return null
  const signatures = row.payload.signatures.map(({ keyId, signature }) => ({ keyId, signature }))
  return { id: row.id, status: row.status, contentHash: row.evidence_hash, signatures }
}

/**
 * Returns whether a message of the same series with a higher sequence number is queued or was
 * relayed: the chain would then refuse this one.
 */
export async function hasLaterRelay(
  db: Kysely<Tables>,
  { address, kind, sequence }: Omit<RelayKey, 'idempotencyKey'> & { sequence: number },
): Promise<boolean> {
  const later = await db
    .selectFrom('agent_action')
    .select('id')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('status', '!=', 'failed')
    .where(sql<boolean>`(payload->>'sequence')::bigint > ${sequence}`)
    .executeTakeFirst()
  return later !== undefined
}
