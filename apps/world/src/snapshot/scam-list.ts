import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { removeLabel } from '@app/server/labels/remove-label.ts'
import { upsertLabel } from '@app/server/labels/upsert-label.ts'
import { createLog } from '@app/server/runtime/log.ts'
import type { Address } from '@app/values/address.ts'

/** An entry of the scam list. */
export interface ListEntry {
  address: Address
  source: string
  reason: string
  /** How to reach whoever keeps the list. */
  contact?: string
}

/** The scam list of a world, as its operator changes it. */
export interface ScamList {
  /** Adds an entry; returns the function that removes it again, with a reason. */
  add(entry: ListEntry): Promise<(reason: string) => Promise<void>>
}

/** Adds mallory to the scam list of a database, whose tables are created where they are missing. */
export async function listScammer(databaseUrl: string, mallory: Address): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const scamList = await openScamList(databaseUrl, resources)
  const reason = 'Emptied a dozen wallets with signatures that she stole.'
  await scamList.add({ address: mallory, source: 'local world', reason })
}

/** Opens the scam list of a database, and creates its tables where they are missing. */
export async function openScamList(
  databaseUrl: string,
  resources: AsyncDisposableStack,
): Promise<ScamList> {
  const pool = createPool(databaseUrl, createLog('error'))
  resources.defer(() => pool.end())
  await migrate(pool)
  const context = { db: createQueryBuilder(pool) }
  return {
    add: async (entry) => {
      const { address } = entry
      const { id } = await upsertLabel(context, { ...entry, kind: 'scam', confidence: 0.95 })
      return async (reason) => {
        await removeLabel(context, { address, id, reason })
      }
    },
  }
}
