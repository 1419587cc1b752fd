import type { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'

/** What a database was asked and has answered. */
interface DatabaseWork {
  statements: number
  rows: number
}

/** Counts the statements and rows of what runs over a pool, by the messages of the protocol. */
export async function countDatabaseWork(
  pool: Pool,
  run: () => Promise<unknown>,
): Promise<DatabaseWork> {
  const work = { statements: 0, rows: 0 }
  const countRow = () => {
    work.rows += 1
  }
  const countStatement = () => {
    work.statements += 1
  }
  const watched: EventEmitter[] = []
  const watch = (client: PoolClient) => {
    const { connection } = client as unknown as { connection: EventEmitter }
    if (watched.includes(connection)) return
    watched.push(connection)
    connection.on('dataRow', countRow).on('commandComplete', countStatement)
  }
  pool.on('acquire', watch)
  await run()
  pool.off('acquire', watch)
  for (const connection of watched)
    connection.off('dataRow', countRow).off('commandComplete', countStatement)
  return work
}
