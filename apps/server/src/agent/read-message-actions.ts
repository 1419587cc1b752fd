import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { MessagePayload } from '../db/tables/action-payload.ts'
import type { ActionKind, ActionStatus } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

/** A stored action that sends a signed message. */
export interface MessageAction {
  id: number
  status: ActionStatus
  contentHash: string
  signatures: MessagePayload['signatures']
}

interface MessageActionKey {
  address: Address
  kind: ActionKind
  idempotencyKey: string
}

/** Reads the action that sends this message; `null` when there is none. */
export async function readMessageAction(
  db: Kysely<Tables>,
  { address, kind, idempotencyKey }: MessageActionKey,
): Promise<MessageAction | null> {
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
 * Returns whether another message of the same series with this sequence number or a higher one is on
 * its way, or was sealed a moment ago, after the caller read the number on the chain: the chain would
 * then refuse this one. Older ones are in the number that the caller read.
 */
export async function hasConflictingMessage(
  db: Kysely<Tables>,
  { address, kind, idempotencyKey, sequence }: MessageActionKey & { sequence: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('agent_action')
    .select('id')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['queued', 'sent']),
        eb.and([
          eb('status', '=', 'sealed'),
          eb('changed_at', '>', sql<Date>`now() - interval '10 minutes'`),
        ]),
      ]),
    )
    .where('idempotency_key', '!=', idempotencyKey)
    .where(sql<boolean>`(payload->>'sequence')::bigint >= ${sequence}`)
    .executeTakeFirst()
  return other !== undefined
}
