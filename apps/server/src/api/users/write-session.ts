import { createHash, randomBytes } from 'node:crypto'
import { type Address, toAddress } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

type Database = Pick<Context, 'db'>

const SECRET_BYTES = 32
const NONCE_MINUTES = 5

/** Seconds for which a session is valid. */
export const SESSION_SECONDS = 86_400

/** A secret of which only the hash is stored. */
interface IssuedSecret {
  /** 64 hex digits. */
  secret: string
  expiresAt: Date
}

/** Who is logged in until when. */
export interface UserSession {
  address: Address
  expiresAt: Date
}

/** Returns the SHA-256 of a text in hex: secrets of people are stored only in this form. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Issues a nonce for one log-in, and deletes those that expired. */
export async function issueNonce({ db }: Database): Promise<IssuedSecret> {
  await sql`delete from user_nonce where expires_at <= now()`.execute(db)
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  const row = await db
    .insertInto('user_nonce')
    .values({
      nonce_hash: hashSecret(secret),
      expires_at: sql<Date>`now() + make_interval(mins => ${NONCE_MINUTES})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { secret, expiresAt: row.expires_at }
}

/** Uses up a nonce. Returns false when it is unknown, was used, or has expired. */
export async function consumeNonce({ db }: Database, nonce: string): Promise<boolean> {
  const row = await db
    .deleteFrom('user_nonce')
    .where('nonce_hash', '=', hashSecret(nonce))
    .returning(sql<boolean>`expires_at > now()`.as('isValid'))
    .executeTakeFirst()
  return row?.isValid ?? false
}

/** Opens a session of an address, and deletes those that expired; `secret` is its token. */
export async function openSession({ db }: Database, address: Address): Promise<IssuedSecret> {
  await sql`delete from user_session where expires_at <= now()`.execute(db)
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  const row = await db
    .insertInto('user_session')
    .values({
      token_hash: hashSecret(secret),
      address,
      expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_SECONDS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { secret, expiresAt: row.expires_at }
}

/** Reads the session of a token; `null` when there is none, or when it has expired. */
export async function readSession({ db }: Database, token: string): Promise<UserSession | null> {
  const row = await db
    .selectFrom('user_session')
    .select(['address', 'expires_at'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row === undefined ? null : { address: toAddress(row.address), expiresAt: row.expires_at }
}

export async function closeSession({ db }: Database, token: string): Promise<void> {
  await db.deleteFrom('user_session').where('token_hash', '=', hashSecret(token)).execute()
}
