import { createEmptyAccount } from '@app/score/empty-facts.ts'
import type { AccountFacts, AgeFacts } from '@app/score/facts.ts'
import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { Kysely } from 'kysely'
import type { AccountActivityRow, AccountRow } from '../db/tables/chain-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { loadTheftAdjustedAccount } from './theft-adjusted/load-theft-adjusted-account.ts'

const SECONDS_PER_DAY = 86_400

export interface LoadedAccount {
  account: AccountFacts
  /** Block of AccountCreated; `null` when it is outside the covered range. */
  created: { height: number; seconds: number } | null
  /** Time of the account's last own activity; 0 when there is none. */
  lastSeconds: number
  lastHeight: number
}

/**
 * The account, and whether listed accounts took anything from it, which is not its own activity.
 */
export interface AccountQuery {
  address: Address
  hasTheftLosses: boolean
}

/** Loads the account's own activity and its creation. */
export async function loadAccount(
  db: Kysely<Tables>,
  { address, hasTheftLosses }: AccountQuery,
): Promise<LoadedAccount> {
  const created = await db
    .selectFrom('chain_account')
    .select(['created_height', 'created_ms'])
    .where('address', '=', address)
    .executeTakeFirst()
  const stored = await db
    .selectFrom('chain_account_activity')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
  const ownActivity =
    stored && hasTheftLosses
      ? { ...stored, ...(await loadTheftAdjustedAccount(db, address)) }
      : stored
  return toLoadedAccount({ created, ownActivity, counts: await readEventCounts(db, address) })
}

/** Rows of one account. */
export interface AccountRows {
  created: Pick<AccountRow, 'created_height' | 'created_ms'> | undefined
  ownActivity: Omit<AccountActivityRow, 'address'> | undefined
  counts: readonly EventCount[]
}

export function toLoadedAccount({ created, ownActivity, counts }: AccountRows): LoadedAccount {
  const createdSeconds = toSeconds(created?.created_ms)
  const { proposed = 0, sponsored = 0 } = ownActivity ?? {}
  return {
    account: { ...countEvents(counts), proposed, sponsored },
    created:
      created === undefined ? null : { height: created.created_height, seconds: createdSeconds },
    lastSeconds: Math.max(createdSeconds, toSeconds(ownActivity?.last_ms)),
    lastHeight: Math.max(created?.created_height ?? 0, ownActivity?.last_height ?? 0),
  }
}

type EventCount = Pick<Tables['chain_account_event_count'], 'kind' | 'count'>

function readEventCounts(db: Kysely<Tables>, address: Address): Promise<EventCount[]> {
  return db
    .selectFrom('chain_account_event_count')
    .select(['kind', 'count'])
    .where('address', '=', address)
    .execute()
}

/** Builds account facts that contain only the counts of account events. */
function countEvents(rows: readonly EventCount[]): AccountFacts {
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  const account = createEmptyAccount()
  for (const { kind, facts } of ACCOUNT_EVENTS) {
    for (const fact of facts) account[fact] += counts.get(kind) ?? 0
  }
  return account
}

/** Parameters of `loadAge`. */
export interface AgeQuery {
  address: Address
  network: Network
  asOfSeconds: number
  createdSeconds: number | null
}

/**
 * Loads the creation rank among the accounts that existed on the day before `asOfSeconds`, so that
 * later accounts do not change it. Returns `null` for an address of another network.
 */
export async function loadAge(
  db: Kysely<Tables>,
  { address, network, asOfSeconds, createdSeconds }: AgeQuery,
): Promise<AgeFacts | null> {
  const creationIndex = toAccountIndex(address, network)
  if (creationIndex === null) return null
  const seenAccounts = await countAccounts(db, toUtcDay(asOfSeconds))
  return buildAge({ creationIndex, seenAccounts, createdSeconds })
}

/** The UTC day of a time, counted from 1970. */
export const toUtcDay = (seconds: number): number => Math.floor(seconds / SECONDS_PER_DAY)

/** `seenAccounts` is the number of accounts on the day before. */
export function buildAge({
  creationIndex,
  seenAccounts,
  createdSeconds,
}: Pick<AgeFacts, 'creationIndex' | 'createdSeconds'> & { seenAccounts: number }): AgeFacts {
  const accountCount = seenAccounts === 0 ? 0 : Math.max(seenAccounts, creationIndex)
  return { creationIndex, accountCount, createdSeconds }
}

/**
 * Returns the last account index of the earlier days; without one, the number of accounts before
 * the first indexed one; 0 when none is indexed.
 */
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
