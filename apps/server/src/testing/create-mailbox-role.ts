import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { openMailbox } from '../cosigner/mailbox/write-letters.ts'
import { writeMailboxRole } from '../cosigner/mailbox/write-mailbox-role.ts'
import { STATUS_TOPIC } from '../cosigner/status.ts'
import type { Context } from '../runtime/context.ts'

/** A PostgreSQL role that may use the mailbox of a test database only. */
interface TestMailboxRole {
  role: string
  url: string
}

/** Creates a role for the mailbox, with a name that no other test uses. */
export async function createMailboxRole({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<TestMailboxRole> {
  const role = `signer_${randomBytes(6).toString('hex')}`
  const password = randomBytes(8).toString('hex')
  await writeMailboxRole(db, { role, password })
  const url = new URL(config.databaseUrl ?? '')
  url.username = role
  url.password = password
  return { role, url: url.href }
}

/** Writes the sign of life of a new signer with this key of the DAO; returns its role. */
export async function recordSignerStatus(context: Context, keyIndex: number): Promise<string> {
  const { role, url } = await createMailboxRole(context)
  const mailbox = openMailbox(url, context.log)
  onTestFinished(() => mailbox.close())
  await mailbox.write(STATUS_TOPIC, { keyIndex, indexedHeight: 5, doubts: [] })
  return role
}
