import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { removeLabel, upsertLabel } from '@app/server/labels/change-labels.ts'
import { createLog } from '@app/server/runtime/log.ts'
import type { Address } from '@app/values/address.ts'
import type { AccountName } from '../people/account-names.ts'
import type { Addresses } from '../seed/run-timeline.ts'

interface ListEntry {
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

/** Before they were flagged. */
const LISTED_BEFORE_PRESENT_MS = 30 * 86_400_000

/** The accounts that the list of a world has from the start. */
const SCAMMERS: readonly (readonly [AccountName, reason: string])[] = [
  ['mallory', 'Emptied a dozen wallets with signatures that she stole.'],
  ['trudy', 'Took the savings of three wallets, and washes them in the EVM.'],
]

/** Adds those of the accounts that scam to the list of a database, whose tables are created where they are missing. */
export async function listScammers(
  databaseUrl: string,
  { addresses, presentMs }: { addresses: Addresses; presentMs: number },
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const scamList = await openScamList(databaseUrl, resources)
  const addedAt = new Date(presentMs - LISTED_BEFORE_PRESENT_MS)
  for (const [name, reason] of SCAMMERS) {
    const address = addresses.get(name)
    if (address !== undefined)
      await scamList.add({ address, source: 'Local examples', reason, addedAt })
  }
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
