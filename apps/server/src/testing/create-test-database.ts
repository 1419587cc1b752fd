import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = DatabaseCopy

/** Creates an empty database with all tables, used by one test only. */
export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('templateUrl'))

interface DatabaseCopy {
  url: string
  drop(): Promise<void>
}

/** Creates a database of its own with the tables of the template. */
export async function copyDatabase(templateUrl: string): Promise<DatabaseCopy> {
  const template = new URL(templateUrl)
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = (sql: string) => runMaintenance(template, sql)
  await run(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
  const url = new URL(template)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

async function runMaintenance(template: URL, sql: string): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
