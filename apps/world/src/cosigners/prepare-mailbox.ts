import { randomBytes } from 'node:crypto'
import { writeMailboxRole } from '@app/server/cosigner/mailbox/write-mailbox-role.ts'
import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { buildCosignerName, COSIGNER_INDEXES } from './cosigner-names.ts'

/**
 * Gives each signer a role for the mailbox of the main database, with a new password, and returns
 * their URLs in the order of the signers.
 */
export async function prepareMailbox(mainUrl: string): Promise<string[]> {
  const pool = createPool(mainUrl, createLog('error'))
  try {
    const db = createQueryBuilder(pool)
    const urls: string[] = []
    for (const index of COSIGNER_INDEXES) {
      const role = buildCosignerName(mainUrl, index)
      const password = randomBytes(16).toString('hex')
      await writeMailboxRole(db, { role, password })
      urls.push(buildMailboxUrl(mainUrl, role, password))
    }
    return urls
  } finally {
    await pool.end()
  }
}

function buildMailboxUrl(mainUrl: string, role: string, password: string): string {
  const mailbox = new URL(mainUrl)
  mailbox.username = role
  mailbox.password = password
  return mailbox.href
}
