import { RetryableError } from '@app/values/errors.ts'
import type { Kysely } from 'kysely'
import { createPool, createQueryBuilder } from '../../db/create-pool.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { STATUS_TOPIC } from '../status.ts'
import {
  deleteLetter,
  type Letter,
  lockLetters,
  readLetters,
  writeLetter,
} from './write-letters.ts'

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
