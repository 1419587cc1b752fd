import { RetryableError } from '@app/values/errors.ts'
import { type Kysely, sql } from 'kysely'
import { createPool, createQueryBuilder } from '../../db/create-pool.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { STATUS_TOPIC } from '../status.ts'

/** The letters of all signers, through a role that may use this table only. */
export interface Mailbox {
  /** Returns all letters about proposals, and the role with which this signer writes. */
  read(): Promise<{ writer: string; letters: Letter[] }>
  /**
   * Decides on the letters of one topic while no other signer can write, and writes what `decide`
   * returns as `write` unless it is null. `decide` must not wait for anything.
   */
  exchange<T extends { write: object | null }>(
    topic: string,
    decide: (letters: Letter[]) => T,
  ): Promise<T>
  write(topic: string, body: object): Promise<void>
  /** Deletes the own letter on a topic. */
  remove(topic: string): Promise<void>
  /** Deletes the own status, so that others see at once that this signer stopped, and disconnects. */
  close(): Promise<void>
}

/** Opens the mailbox; the first call connects. Calls throw `RetryableError` while it cannot be used. */
export function openMailbox(url: string, log: Context['log']): Mailbox {
  const pool = createPool(url, log)
  const db = createQueryBuilder(pool)
  const use = <T>(work: (queries: Kysely<Tables>) => Promise<T>) => explainFailure(url, work(db))
  return {
    read: () => use(readLetters),
    exchange: (topic, decide) =>
      use((queries) =>
        queries.transaction().execute(async (locked) => {
          const decision = decide(await lockLetters(locked, topic))
          if (decision.write !== null) await writeLetter(locked, { topic, body: decision.write })
          return decision
        }),
      ),
    write: (topic, body) => use((queries) => writeLetter(queries, { topic, body })),
    remove: (topic) => use((queries) => deleteLetter(queries, topic)),
    close: async () => {
      await deleteLetter(db, STATUS_TOPIC).catch(() => {})
      await pool.end()
    },
  }
}

async function explainFailure<T>(url: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new RetryableError(
      `The mailbox of the signers at ${formatLocation(url)} cannot be used (${formatCode(error)}): correct COSIGNER_MAILBOX_URL, or the rights of its role (docs/run/deploy.md).`,
      { cause: error },
    )
  }
}

/** Formats host and database name; leaves out the credentials. */
function formatLocation(url: string): string {
  if (!URL.canParse(url)) return 'COSIGNER_MAILBOX_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

const formatCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no connection'

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
async function readLetters(db: Kysely<Tables>): Promise<{ writer: string; letters: Letter[] }> {
  const { rows } = await sql<Letter>`
    select writer, topic, left(body::text, ${MAX_LETTER_LENGTH + 1}) as text
    from cosigner_mailbox where topic <> 'status'
    order by (writer = current_user) desc, topic, writer limit ${MAX_LETTERS}`.execute(db)
  const self = await sql<{ writer: string }>`select current_user::text as writer`.execute(db)
  return { writer: self.rows[0]?.writer ?? '', letters: rows }
}

/** Reads the letters on one topic while no other signer can write. Call it in a transaction. */
async function lockLetters(db: Kysely<Tables>, topic: string): Promise<Letter[]> {
  await sql`set local lock_timeout = '3s'`.execute(db)
  await sql`lock table cosigner_mailbox in share row exclusive mode`.execute(db)
  const { rows } = await sql<Letter>`
    select writer, topic, left(body::text, ${MAX_LETTER_LENGTH + 1}) as text
    from cosigner_mailbox where topic = ${topic} order by writer limit ${MAX_LETTERS}`.execute(db)
  return rows
}

/** Writes the own letter on a topic in place of the one before. */
async function writeLetter(
  db: Kysely<Tables>,
  { topic, body }: { topic: string; body: object },
): Promise<void> {
  await sql`
    insert into cosigner_mailbox (topic, body) values (${topic}, ${JSON.stringify(body)})
    on conflict (writer, topic) do update set body = excluded.body`.execute(db)
}

async function deleteLetter(db: Kysely<Tables>, topic: string): Promise<void> {
  await sql`
    delete from cosigner_mailbox where writer = current_user and topic = ${topic}`.execute(db)
}
