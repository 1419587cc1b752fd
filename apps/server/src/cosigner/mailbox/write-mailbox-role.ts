import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** A PostgreSQL role of a signer. Its name is unique in the cluster. */
interface MailboxRole {
  role: string
  password: string
}

/**
 * Creates the role of a signer, or gives an existing one this password, with rights to the mailbox
 * of this database only.
 */
export async function writeMailboxRole(db: Kysely<Tables>, role: MailboxRole): Promise<void> {
  await db.transaction().execute(async (queries) => {
    // Two grants on one table at the same time fail.
    await sql`select pg_advisory_xact_lock(hashtext('cosigner_mailbox roles'))`.execute(queries)
    await writeRole(queries, role)
  })
}

async function writeRole(db: Kysely<Tables>, { role, password }: MailboxRole): Promise<void> {
  const known = await sql`select from pg_roles where rolname = ${role}`.execute(db)
  const verb = known.rows.length === 0 ? 'create' : 'alter'
  const { rows } = await sql<{ statement: string }>`
    select format(${`${verb} role %I login password %L connection limit 8`}, ${role}::text, ${password}::text)
      as statement`.execute(db)
  await sql.raw(rows[0]?.statement ?? '').execute(db)
  await sql`
    grant select, insert, update, delete on cosigner_mailbox to ${sql.id(role)}`.execute(db)
}
