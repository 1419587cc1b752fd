import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { loadCommunity } from './community/load-community.ts'
import { computeCompleteness } from './compute-completeness.ts'
import { loadAccount, loadAge } from './load-account.ts'
import { loadActivity } from './load-activity.ts'
import { loadContacts, loadListing } from './load-contacts.ts'
import { type Coverage, loadCoverage } from './load-coverage.ts'
import { loadHoldings } from './load-holdings.ts'
import { loadPoisoning } from './load-poisoning.ts'
import { NotIndexedError } from './not-indexed-error.ts'
import { hasTheftLosses } from './theft-adjusted/read-taken-moves.ts'

export interface FactsQuery {
  address: Address
  network: Network
  coverage: Coverage
}

/** Facts, and the blocks from which they were loaded. */
export interface FactsWithCoverage {
  facts: Facts
  coverage: Coverage
}

/** Calls `loadFacts` for all indexed blocks. Throws `NotIndexedError` while nothing is indexed. */
export async function loadFactsFromAllBlocks(
  db: Kysely<Tables>,
  { address, network }: Omit<FactsQuery, 'coverage'>,
): Promise<FactsWithCoverage> {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new NotIndexedError()
  return { facts: await loadFacts(db, { address, network, coverage }), coverage }
}

/**
 * Loads all inputs of the score of one account, without what listed accounts took, with a fixed
 * number of queries on stored sums. `db` must be a `repeatable read` transaction, so that all
 * queries see the same state.
 */
export async function loadFacts(db: Kysely<Tables>, query: FactsQuery): Promise<Facts> {
  const { address, network, coverage } = query
  const accountQuery = { address, hasTheftLosses: await hasTheftLosses(db, address) }
  const { activity, tokens, nfts, dustIn, ...moved } = await loadActivity(db, accountQuery)
  const { account, created, ...acted } = await loadAccount(db, accountQuery)
  const asOfSeconds = Math.max(moved.lastSeconds, acted.lastSeconds)
  const createdSeconds = created?.seconds ?? null
  const age = await loadAge(db, { address, network, asOfSeconds, createdSeconds })
  const completeness = computeCompleteness({
    coverage,
    createdHeight: created?.height ?? null,
    lastHeight: Math.max(moved.lastHeight, acted.lastHeight),
    age,
  })
  return {
    address,
    asOfSeconds,
    age,
    activity,
    tokens,
    nfts,
    holdings: await loadHoldings(db, address),
    account,
    contacts: await loadContacts(db, address),
    listing: await loadListing(db, address),
    community: await loadCommunity(db, address),
    dustIn,
    poisoning: await loadPoisoning(db, address),
    completeness,
  }
}
