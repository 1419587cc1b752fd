import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** One row of the mailbox, as its writer left it: untrusted. */
export interface Letter {
  /** PostgreSQL role of the writer. */
  writer: string
  topic: string
  /** JSON, cut after `MAX_LETTER_LENGTH` + 1 characters. */
  text: string
}

/** Maximum length of a letter in characters; the database has the same limit. */
export const MAX_LETTER_LENGTH = 16_000

/** Maximum number of letters that are read at once: more than a few signers write. */
const MAX_LETTERS = 1_000

/** Reads all letters about proposals, and returns the role with which this connection writes. */
export async function readLetters(
  db: Kysely<Tables>,
): Promise<{ writer: string; letters: Letter[] }> {
  const { rows } = await sql<Letter>`
    select writer, topic, left(body::text, ${MAX_LETTER_LENGTH + 1}) as text
    from cosigner_mailbox where topic <> 'status'
    order by (writer = current_user) desc, topic, writer limit ${MAX_LETTERS}`.execute(db)
  const self = await sql<{ writer: string }>`select current_user::text as writer`.execute(db)
  return { writer: self.rows[0]?.writer ?? '', letters: rows }
}

/** Reads the letters on one topic while no other signer can write. Call it in a transaction. */
export async function lockLetters(db: Kysely<Tables>, topic: string): Promise<Letter[]> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`lock table cosigner_mailbox in share row exclusive mode`.execute(db)
  const { rows } = await sql<Letter>`
    select writer, topic, left(body::text, ${MAX_LETTER_LENGTH + 1}) as text
    from cosigner_mailbox where topic = ${topic} order by writer limit ${MAX_LETTERS}`.execute(db)
  return rows
}

/** Writes the own letter on a topic in place of the one before. */
export async function writeLetter(
  db: Kysely<Tables>,
  { topic, body }: { topic: string; body: object },
): Promise<void> {
  await sql`
    insert into cosigner_mailbox (topic, body) values (${topic}, ${JSON.stringify(body)})
    on conflict (writer, topic) do update set body = excluded.body`.execute(db)
}

export async function deleteLetter(db: Kysely<Tables>, topic: string): Promise<void> {
  await sql`
    delete from cosigner_mailbox where writer = current_user and topic = ${topic}`.execute(db)
}
