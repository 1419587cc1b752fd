import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

type Database = Pick<Context, 'db'>

/** A request that names an Idempotency-Key. */
export interface KeyedRequest {
  ownerHash: string
  key: string
  requestHash: string
}

/** The first result of a request. */
export interface StoredResult {
  status: number
  body: object
}

type ClaimedKey =
  /** No result is stored yet: the request is new, or runs in another call or process. */
  | { kind: 'unanswered' }
  | { kind: 'answered'; result: StoredResult }
  /** The key belongs to another request. */
  | { kind: 'reused' }

const KEPT = sql`interval '24 hours'`

/** Claims the key for a request, and deletes keys older than 24 hours. */
export async function claimKey({ db }: Database, request: KeyedRequest): Promise<ClaimedKey> {
  await sql`delete from user_idempotency_key where created_at < now() - ${KEPT}`.execute(db)
  const { ownerHash, key, requestHash } = request
  await db
    .insertInto('user_idempotency_key')
    .values({ owner_hash: ownerHash, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await readKey({ db }, request)
  if (row !== undefined && row.request_hash !== requestHash) return { kind: 'reused' }
  return toClaimedKey(row)
}

/** Stores the result unless another one was stored before; returns the stored one. */
export async function storeResult(
  { db }: Database,
  request: KeyedRequest,
  { status, body }: StoredResult,
): Promise<StoredResult> {
  const { ownerHash, key, requestHash } = request
  await sql`
    insert into user_idempotency_key (owner_hash, key, request_hash, status, response)
    values (${ownerHash}, ${key}, ${requestHash}, ${status}, ${JSON.stringify(body)}::jsonb)
    on conflict (owner_hash, key) do update
    set status = excluded.status, response = excluded.response
    where user_idempotency_key.status is null
      and user_idempotency_key.request_hash = excluded.request_hash`.execute(db)
  const claimed = toClaimedKey(await readKey({ db }, request))
  return claimed.kind === 'answered' ? claimed.result : { status, body }
}

/** Forgets a request without a result, so that it can be made again with the same key. */
export async function releaseKey({ db }: Database, request: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('user_idempotency_key')
    .where('owner_hash', '=', request.ownerHash)
    .where('key', '=', request.key)
    .where('status', 'is', null)
    .execute()
}

function readKey({ db }: Database, { ownerHash, key }: KeyedRequest) {
  return db
    .selectFrom('user_idempotency_key')
    .select(['request_hash', 'status', 'response'])
    .where('owner_hash', '=', ownerHash)
    .where('key', '=', key)
    .executeTakeFirst()
}

function toClaimedKey(
  row: { status: number | null; response: object | null } | undefined,
): Exclude<ClaimedKey, { kind: 'reused' }> {
  if (row === undefined || row.status === null || row.response === null) {
    return { kind: 'unanswered' }
  }
  return { kind: 'answered', result: { status: row.status, body: row.response } }
}
