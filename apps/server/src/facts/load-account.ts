import { createEmptyAccount } from '@app/score/empty-facts.ts'
import type { AccountFacts, AgeFacts } from '@app/score/facts.ts'
import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'
import {
  loadTheftAdjustedAccount,
  type TheftAdjustedAccount,
} from './theft-adjusted/load-theft-adjusted-account.ts'

const SECONDS_PER_DAY = 86_400

interface LoadedAccount {
  account: AccountFacts
  /** Block of AccountCreated; `null` when it is outside the covered range. */
  created: { height: number; seconds: number } | null
  /** Time of the account's last own activity; 0 when there is none. */
  lastSeconds: number
  lastHeight: number
}

/** Each part is `null` where there is none. */
interface AccountRow extends Nullable<TheftAdjustedAccount> {
  address: Address
  created_height: number | null
  created_ms: number | null
  /** Numbers of account events by kind. */
  counts: Record<string, number> | null
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/** Loads the own activity and the creation of each account. What was taken from those `robbed` is not their activity. */
export async function loadAccounts(
  db: Kysely<Tables>,
  addresses: readonly Address[],
  robbed: ReadonlySet<Address>,
): Promise<ReadonlyMap<Address, LoadedAccount>> {
  const rows = await readByAccount(
    db,
    addresses,
    (accounts) => sql<AccountRow>`
      select wanted.address, created.created_height, created.created_ms,
        acted.proposed, acted.sponsored, acted.last_ms, acted.last_height, counted.counts
      from ${accounts}
      left join chain_account created on created.address = ${ACCOUNT}
      left join chain_account_activity acted on acted.address = ${ACCOUNT}
      cross join lateral (
        select jsonb_object_agg(kind, count) as counts from chain_account_event_count
        where address = ${ACCOUNT}
      ) counted`,
    ([row]) => row,
  )
  const loaded = new Map<Address, LoadedAccount>()
  for (const row of rows.values()) {
    const isAdjusted = robbed.has(row.address) && row.proposed !== null
    const adjusted = isAdjusted ? await loadTheftAdjustedAccount(db, row.address) : {}
    loaded.set(row.address, toLoadedAccount({ ...row, ...adjusted }))
  }
  return loaded
}

function toLoadedAccount(row: AccountRow): LoadedAccount {
  const createdSeconds = toSeconds(row.created_ms)
  return {
    account: {
      ...countEvents(row.counts ?? {}),
      proposed: row.proposed ?? 0,
      sponsored: row.sponsored ?? 0,
    },
    created:
      row.created_height === null ? null : { height: row.created_height, seconds: createdSeconds },
    lastSeconds: Math.max(createdSeconds, toSeconds(row.last_ms)),
    lastHeight: Math.max(row.created_height ?? 0, row.last_height ?? 0),
  }
}

/** Builds account facts that contain only the counts of account events. */
function countEvents(counts: Readonly<Record<string, number>>): AccountFacts {
  const account = createEmptyAccount()
  for (const { kind, facts } of ACCOUNT_EVENTS) {
    for (const fact of facts) account[fact] += counts[kind] ?? 0
  }
  return account
}

/** The UTC day of a time, counted from 1970. */
export const toUtcDay = (seconds: number): number => Math.floor(seconds / SECONDS_PER_DAY)

/**
 * Returns the creation rank among the accounts that existed on the day before, so that later accounts do not change it;
 * `null` for an address of another network.
 */
export function buildAge(
  address: Address,
  network: Network,
  { seenAccounts, createdSeconds }: { seenAccounts: number; createdSeconds: number | null },
): AgeFacts | null {
  const creationIndex = toAccountIndex(address, network)
  if (creationIndex === null) return null
  const accountCount = seenAccounts === 0 ? 0 : Math.max(seenAccounts, creationIndex)
  return { creationIndex, accountCount, createdSeconds }
}

/**
 * Loads how many accounts there were on the day before each of some UTC days: the last account index of the earlier days;
 * without one, the number of accounts before the first indexed one; 0 when none is indexed.
 */
export async function loadAccountCounts(
  db: Kysely<Tables>,
  days: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ day: number; accounts: number }>`
    select wanted.day, coalesce(
      (select last_index from chain_account_day where day < wanted.day order by day desc limit 1),
      (select first_index from chain_account_day order by day limit 1),
      0
    ) as accounts
    from unnest(${[...days]}::int[]) as wanted (day)`.execute(db)
  return new Map(rows.map(({ day, accounts }) => [day, accounts]))
}

const toSeconds = (ms: number | null | undefined): number => Math.floor((ms ?? 0) / 1000)
