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
  /** Now if absent. */
  addedAt?: Date
}

/** The scam list of a world, as its operator changes it. */
export interface ScamList {
  /** Adds an entry; returns the function that removes it again, with a reason. */
  add(entry: ListEntry): Promise<(reason: string) => Promise<void>>
}

/** Before she was flagged, and after her first thefts. */
const LISTED_BEFORE_PRESENT_MS = 30 * 86_400_000

/** Adds mallory to the scam list of a database, whose tables are created where they are missing. */
export async function listScammer(
  databaseUrl: string,
  { mallory, presentMs }: { mallory: Address; presentMs: number },
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const scamList = await openScamList(databaseUrl, resources)
  const reason = 'Emptied a dozen wallets with signatures that she stole.'
  const addedAt = new Date(presentMs - LISTED_BEFORE_PRESENT_MS)
  await scamList.add({ address: mallory, source: 'Local examples', reason, addedAt })
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
