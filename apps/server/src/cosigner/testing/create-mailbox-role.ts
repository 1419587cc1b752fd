import { randomBytes } from 'node:crypto'
import type { Context } from '../../runtime/context.ts'
import { writeMailboxRole } from '../mailbox/write-mailbox-role.ts'

/** Creates a role for the mailbox of a test database, which lives as long as the test. */
export async function createMailboxRole({ db, config }: Context) {
  const role = `signer_${randomBytes(6).toString('hex')}`
  const password = randomBytes(8).toString('hex')
  await writeMailboxRole(db, { role, password })
  const url = new URL(config.databaseUrl ?? '')
  url.username = role
  url.password = password
  return { role, url: url.href }
}
