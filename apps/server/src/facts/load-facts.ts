import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import type { Network } from '@app/values/network.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { loadCommunity } from './community/load-community.ts'
import { type AccountLifetime, computeCompleteness } from './compute-completeness.ts'
import { loadAccount, loadAge } from './load-account.ts'
import { loadActivity } from './load-activity.ts'
import { loadContacts, loadListing } from './load-contacts.ts'
import { type Coverage, loadCoverage } from './load-coverage.ts'
import { loadCustody, toCustody } from './load-custody.ts'
import { loadHoldings, loadPlaces, toPlaces } from './load-holdings.ts'
import { loadPoisoning } from './load-poisoning.ts'
import { loadUnseen } from './load-unseen.ts'
import { hasTheftLosses } from './theft-adjusted/read-taken-moves.ts'

/** Nothing is indexed yet, so no score can be computed. */
export class NotIndexedError extends RetryableError {
  override name = 'NotIndexedError'

  constructor() {
    super('No block of the chain has been indexed yet; try again when the indexer has caught up.')
  }
}

export interface FactsQuery {
  address: Address
  network: Network
  coverage: Coverage
  /** Number of the decoding that the facts have to follow from. */
  decoding: number
}

/** Facts, and the blocks from which they were loaded. */
export interface FactsOfAllBlocks {
  facts: Facts
  coverage: Coverage
  /** Returns the facts for which it is enough that this decoding has read the blocks. */
  ofDecoding(decoding: number): Facts
}

/** Loads the facts as of all indexed blocks, as `loadFacts` does. Throws `NotIndexedError` while nothing is indexed. */
export async function loadFactsFromAllBlocks(
  db: Kysely<Tables>,
  query: Omit<FactsQuery, 'coverage'>,
): Promise<FactsOfAllBlocks> {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new NotIndexedError()
  const { facts, lifetime } = await loadFactsOfLifetime(db, { ...query, coverage })
  const { custody, ...others } = facts
  const ofDecoding = (decoding: number) => ({
    ...others,
    ...toCustody(custody, decoding),
    completeness: computeCompleteness({ ...lifetime, decoding }),
  })
  return { facts, coverage, ofDecoding }
}

/**
 * Loads all inputs of the score of one account, without what listed accounts took, with a fixed
 * number of queries on stored sums. `db` must be a `repeatable read` transaction, so that all
 * queries see the same state.
 */
export async function loadFacts(db: Kysely<Tables>, query: FactsQuery): Promise<Facts> {
  return (await loadFactsOfLifetime(db, query)).facts
}

async function loadFactsOfLifetime(
  db: Kysely<Tables>,
  query: FactsQuery,
): Promise<{ facts: Facts; lifetime: AccountLifetime }> {
  const { address, network, coverage, decoding } = query
  const accountQuery = { address, hasTheftLosses: await hasTheftLosses(db, address) }
  const { activity, tokens, nfts, dustIn, ...moved } = await loadActivity(db, accountQuery)
  const { account, created, ...acted } = await loadAccount(db, accountQuery)
  const asOfSeconds = Math.max(moved.lastSeconds, acted.lastSeconds)
  const createdSeconds = created?.seconds ?? null
  const age = await loadAge(db, { address, network, asOfSeconds, createdSeconds })
  const has = await readWhatItHas(db, address)
  const unseen = has.coas ? await loadUnseen(db, { address, network }) : {}
  const lifetime = {
    ...unseen,
    tokens,
    coverage,
    decoding,
    createdHeight: created?.height ?? null,
    lastHeight: Math.max(moved.lastHeight, acted.lastHeight),
    age,
  }
  const facts: Facts = {
    address,
    asOfSeconds,
    age,
    activity,
    tokens,
    nfts,
    ...(has.places && toPlaces(await loadPlaces(db, address))),
    ...toCustody(await loadCustody(db, { ...accountQuery, ...activity, ...account }), decoding),
    holdings: await loadHoldings(db, address),
    account,
    contacts: await loadContacts(db, address),
    listing: await loadListing(db, address),
    community: await loadCommunity(db, address),
    dustIn,
    poisoning: await loadPoisoning(db, address),
    ...unseen,
    completeness: computeCompleteness(lifetime),
  }
  return { facts, lifetime }
}

/** Reads what most accounts do not have, so that nothing else is asked about it: planning costs more than reading. */
async function readWhatItHas(
  db: Kysely<Tables>,
  address: Address,
): Promise<{ coas: boolean; places: boolean }> {
  const { rows } = await sql<{ coas: boolean; places: boolean }>`
    select exists (select from chain_coa where owner = ${address}) as coas,
      exists (select from chain_own_place where address = ${address}) as places`.execute(db)
  return rows[0] ?? { coas: false, places: false }
}
