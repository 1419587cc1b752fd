import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { upsertLabel } from '@app/server/labels/upsert-label.ts'
import { createLog } from '@app/server/runtime/log.ts'
import type { Address } from '@app/values/address.ts'

/** Adds mallory to the scam list with `upsertLabel`, before anything is indexed. */
export async function labelScammer(databaseUrl: string, mallory: Address): Promise<void> {
  const pool = createPool(databaseUrl, createLog('error'))
  try {
    await migrate(pool)
    await upsertLabel(
      { db: createQueryBuilder(pool) },
      {
        address: mallory,
        kind: 'scam',
        source: 'local world',
        confidence: 0.95,
        reason: 'Emptied a dozen wallets with signatures that she stole.',
      },
    )
  } finally {
    await pool.end()
  }
}
