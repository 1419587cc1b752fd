import type { Facts } from '@app/score/facts.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { computeCompleteness } from '../compute-completeness.ts'
import { buildAge, type LoadedAccount, toDay, toLoadedAccount } from '../load-account.ts'
import { type LoadedActivity, toLoadedActivity } from '../load-activity.ts'
import { type ListState, readListState, toContacts, toListing } from '../load-contacts.ts'
import { type FactsQuery, loadFacts } from '../load-facts.ts'
import { toHoldings } from '../load-holdings.ts'
import { loadAccountCounts, loadSumsOfMany, type ManySums } from './load-sums-of-many.ts'
import { readUncommonAccounts } from './read-uncommon-accounts.ts'

export interface ManyFactsQuery extends Omit<FactsQuery, 'address'> {
  /** Different accounts. */
  addresses: readonly Address[]
}

/**
 * Loads the same as `loadFacts` for each of the accounts, in any order, with a fixed number of queries for all of
 * them; the few whose facts need more are loaded one by one. `db` must be a `repeatable read` transaction.
 */
export async function loadFactsOfMany(
  db: Kysely<Tables>,
  { addresses, ...query }: ManyFactsQuery,
): Promise<Facts[]> {
  const uncommon = await readUncommonAccounts(db, addresses)
  const facts: Facts[] = []
  for (const address of uncommon) facts.push(await loadFacts(db, { ...query, address }))
  const common = addresses.filter((address) => !uncommon.has(address))
  if (common.length > 0) facts.push(...(await loadCommonFacts(db, { ...query, addresses: common })))
  return facts
}

async function loadCommonFacts(
  db: Kysely<Tables>,
  { addresses, ...query }: ManyFactsQuery,
): Promise<Facts[]> {
  const sums = await loadSumsOfMany(db, addresses)
  const list = await readListState(db)
  const accounts = addresses.map((address) => toAccountInView(address, sums))
  const counts = await loadAccountCounts(db, new Set(accounts.map((one) => toDay(one.asOfSeconds))))
  return accounts.map((account) => buildFacts(account, { ...query, sums, list, counts }))
}

interface AccountInView {
  address: Address
  asOfSeconds: number
  moved: LoadedActivity
  acted: LoadedAccount
}

function toAccountInView(address: Address, sums: ManySums): AccountInView {
  const moved = toLoadedActivity(sums.activities.get(address) ?? [])
  const acted = toLoadedAccount({
    created: sums.created.get(address)?.[0],
    ownActivity: sums.ownActivities.get(address)?.[0],
    counts: sums.eventCounts.get(address) ?? [],
  })
  return { address, moved, acted, asOfSeconds: Math.max(moved.lastSeconds, acted.lastSeconds) }
}

interface Loaded extends Omit<FactsQuery, 'address'> {
  sums: ManySums
  list: ListState | null
  /** Number of accounts on the day before each day. */
  counts: ReadonlyMap<number, number>
}

function buildFacts(
  { address, asOfSeconds, moved, acted }: AccountInView,
  { network, coverage, sums, list, counts }: Loaded,
): Facts {
  const { created } = acted
  const creationIndex = toAccountIndex(address, network)
  const seenAccounts = counts.get(toDay(asOfSeconds)) ?? 0
  const createdSeconds = created?.seconds ?? null
  const age =
    creationIndex === null ? null : buildAge({ creationIndex, seenAccounts, createdSeconds })
  const lastHeight = Math.max(moved.lastHeight, acted.lastHeight)
  const lifetime = { coverage, createdHeight: created?.height ?? null, lastHeight, age }
  const { activity, tokens, nfts, dustIn } = moved
  const holdings = sums.holdings.get(address)
  return {
    ...{ address, asOfSeconds, age, activity, tokens, nfts },
    holdings: holdings === undefined ? null : toHoldings(address, holdings),
    account: acted.account,
    contacts: list === null ? null : toContacts(list, sums.exposures.get(address) ?? []),
    listing: toListing(sums.listings.get(address)?.[0]),
    // Of both, uncommon accounts alone have any.
    community: null,
    poisoning: { dusted: 0, lookAlikes: 0 },
    dustIn,
    completeness: computeCompleteness(lifetime),
  }
}
