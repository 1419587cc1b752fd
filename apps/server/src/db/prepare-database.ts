import { FatalError } from '@app/values/errors.ts'
import type pg from 'pg'
import { migrate } from './migrate.ts'

/** Applies missing migrations. Throws `FatalError` when the database cannot be used. */
export async function prepareDatabase(pool: pg.Pool, databaseUrl: string): Promise<void> {
  try {
    await migrate(pool)
  } catch (error) {
    if (error instanceof FatalError) throw error
    throw new FatalError(
      `The database at ${formatDatabaseLocation(databaseUrl)} cannot be used (${formatReason(error)}): start PostgreSQL there, or correct DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Formats host, port and database name; leaves out the credentials. */
export function formatDatabaseLocation(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL'
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

export function formatReason(error: unknown): string {
  if (error instanceof AggregateError) return formatReason(error.errors[0])
  if (!(error instanceof Error)) return 'unknown reason'
  return 'code' in error && error.message === '' ? String(error.code) : error.message
}
