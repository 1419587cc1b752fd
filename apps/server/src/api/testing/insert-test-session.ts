import type { Address } from '@app/values/address.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { hashSecret } from '../users/write-session.ts'

/** Origins of the web app, and of another website. */
export const WEB = 'http://localhost:3000'
export const EVIL = 'https://evil.example'

const TOKEN = '7e'.repeat(32)

/** Cookie of the session that `insertTestSession` opens. */
export const TEST_COOKIE = `dharma_session=${TOKEN}`

/** Logs a wallet in, with `TEST_COOKIE`. */
export async function insertTestSession(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<void> {
  await db
    .insertInto('user_session')
    .values({
      token_hash: hashSecret(TOKEN),
      address,
      expires_at: sql<Date>`now() + interval '1 day'`,
    })
    .execute()
}

/** Returns a function that asks from a page of the web app, as the wallet whose session the cookie is of. */
export const askAs =
  (app: FastifyInstance, cookie = TEST_COOKIE) =>
  async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { cookie, origin: WEB }
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    const { statusCode: status, headers: answered } = response
    return { status, retryAfter: answered['retry-after'], ...response.json() }
  }
