import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { type CosignerStatus, parseStatus, STATUS_TOPIC } from './status.ts'

/**
 * Longer than the longest pause between two steps of a signer, which backs off up to a minute. Also the other way: a
 * sign of life from before the clock was set back does not count until it has caught up.
 */
const SILENCE_TIMEOUT_SECONDS = 90

/** A signer that was seen in the mailbox of this database. */
export interface KnownSigner {
  /** PostgreSQL role with which it writes. */
  name: string
  isAlive: boolean
  /** Unix milliseconds of its last sign of life, at most now. */
  lastMs: number
  status: CosignerStatus
}

/** Reads the signs of life of all signers, by name; ignores rows that are none. */
export async function readKnownSigners(db: Kysely<Tables>): Promise<KnownSigner[]> {
  const { rows } = await sql<{ writer: string; body: unknown; writtenAt: Date; isAlive: boolean }>`
    select writer, body, least(written_at, now()) as "writtenAt",
      abs(extract(epoch from now() - written_at)) < ${SILENCE_TIMEOUT_SECONDS}::int as "isAlive"
    from cosigner_mailbox where topic = ${STATUS_TOPIC} order by writer limit 20`.execute(db)
  return rows.flatMap(({ writer, body, writtenAt, isAlive }) => {
    const status = parseStatus(body)
    return status === null ? [] : [{ name: writer, isAlive, lastMs: writtenAt.getTime(), status }]
  })
}
