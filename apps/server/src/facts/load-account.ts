import { emptyAccount } from '@app/score/empty-facts.ts'
import type { AccountFacts, AgeFacts } from '@app/score/facts.ts'
import { accountIndexOf } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { robbedActs } from './robbed-acts.ts'

const SECONDS_PER_DAY = 86_400

export interface LoadedAccount {
  account: AccountFacts
  /** Block of AccountCreated, `null` when it lies outside the covered range. */
  created: { height: number; seconds: number } | null
  /** Of the last thing the account did itself, 0 when there is none. */
  lastSeconds: number
  lastHeight: number
}

/** Which account, and whether listed accounts took from it: that was no act of its own. */
export interface AccountQuestion {
  address: Address
  isRobbed: boolean
}

/** What the account did itself, and when it was created. */
export async function loadAccount(
  db: Kysely<Tables>,
  { address, isRobbed }: AccountQuestion,
): Promise<LoadedAccount> {
  const created = await db
    .selectFrom('chain_account')
    .select(['created_height', 'created_ms'])
    .where('address', '=', address)
    .executeTakeFirst()
  const kept = await db
    .selectFrom('chain_account_activity')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
  const acts = kept && isRobbed ? { ...kept, ...(await robbedActs(db, address)) } : kept
  const createdSeconds = toSeconds(created?.created_ms)
  return {
    account:
      acts === undefined
        ? emptyAccount()
        : {
            proposed: acts.proposed,
            sponsored: acts.sponsored,
            keysAdded: acts.keys_added,
            keysRemoved: acts.keys_removed,
            contractsDeployed: acts.contracts_deployed,
            contractsUpdated: acts.contracts_updated,
            contractsRemoved: acts.contracts_removed,
            fullKeysAdded: acts.full_keys_added,
            capabilitiesPublished: acts.capabilities_published,
            capabilitiesOffered: acts.capabilities_offered,
            transactionsScheduled: acts.transactions_scheduled,
          },
    created:
      created === undefined ? null : { height: created.created_height, seconds: createdSeconds },
    lastSeconds: Math.max(createdSeconds, toSeconds(acts?.last_ms)),
    lastHeight: Math.max(created?.created_height ?? 0, acts?.last_height ?? 0),
  }
}

/** What `loadAge` needs to know. */
export interface AgeQuestion {
  address: Address
  network: Network
  asOfSeconds: number
  createdSeconds: number | null
}

/**
 * Rank among the accounts that existed on the day before `asOfSeconds`, so that accounts created later
 * do not change it. `null` for an address of another network.
 */
export async function loadAge(
  db: Kysely<Tables>,
  { address, network, asOfSeconds, createdSeconds }: AgeQuestion,
): Promise<AgeFacts | null> {
  const creationIndex = accountIndexOf(address, network)
  if (creationIndex === null) return null
  const known = await countAccounts(db, Math.floor(asOfSeconds / SECONDS_PER_DAY))
  const accountCount = known === 0 ? 0 : Math.max(known, creationIndex)
  return { creationIndex, accountCount, createdSeconds }
}

/** The last index of the days before; else what lies before the first one seen; 0 when none was seen. */
async function countAccounts(db: Kysely<Tables>, day: number): Promise<number> {
  const before = await db
    .selectFrom('chain_account_day')
    .select('last_index')
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before !== undefined) return before.last_index
  const first = await db
    .selectFrom('chain_account_day')
    .select('first_index')
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return first?.first_index ?? 0
}

function toSeconds(ms: number | undefined): number {
  return Math.floor((ms ?? 0) / 1000)
}
