import type { Generated, JSONColumnType } from 'kysely'

interface NonceRow {
  nonce_hash: string
  expires_at: Date
}

interface SessionRow {
  token_hash: string
  address: string
  expires_at: Date
}

interface IdempotencyKeyRow {
  owner_hash: string
  key: string
  request_hash: string
  /** `null` while the request has no result. */
  status: number | null
  response: JSONColumnType<object> | null
  created_at: Generated<Date>
}

/** Tables written only by the room `api`; their times are of the wall clock. */
export interface UserTables {
  user_nonce: NonceRow
  user_session: SessionRow
  user_idempotency_key: IdempotencyKeyRow
}
