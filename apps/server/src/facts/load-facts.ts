import { ALL_TOKENS, type Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import type { Network } from '@app/values/network.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { loadCommunity } from './community/load-community.ts'
import { computeCompleteness } from './compute-completeness.ts'
import { buildAge, loadAccountCounts, loadAccounts, toUtcDay } from './load-account.ts'
import { loadActivities } from './load-activity.ts'
import { loadContacts, loadListings } from './load-contacts.ts'
import { type Coverage, loadCoverage } from './load-coverage.ts'
import { loadCustody, toCustody } from './load-custody.ts'
import { loadHoldings, loadPlaces } from './load-holdings.ts'
import { loadPoisoning } from './load-poisoning.ts'
import { loadUnseen } from './load-unseen.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'

/** Nothing is indexed yet, so no score can be computed. */
export class NotIndexedError extends RetryableError {
  override name = 'NotIndexedError'

  constructor() {
    super('No block of the chain has been indexed yet; try again when the indexer has caught up.')
  }
}

interface FactsQuery {
  /** Different accounts. */
  addresses: readonly Address[]
  network: Network
  coverage: Coverage
  /** Number of the decoding that the facts have to follow from. */
  decoding: number
}

/** Facts, and the blocks from which they were loaded. */
export interface FactsOfAllBlocks extends LoadedFacts {
  coverage: Coverage
}

interface LoadedFacts {
  facts: Facts
  /** Returns the facts for which it is enough that this decoding has read the blocks. */
  ofDecoding(decoding: number): Facts
}

/** Loads the facts of one account as of all indexed blocks. Throws `NotIndexedError` while nothing is indexed. */
export async function loadFactsFromAllBlocks(
  db: Kysely<Tables>,
  { address, ...query }: Pick<FactsQuery, 'network' | 'decoding'> & { address: Address },
): Promise<FactsOfAllBlocks> {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new NotIndexedError()
  const [loaded] = await loadAll(db, { ...query, coverage, addresses: [address] })
  return { ...(loaded as LoadedFacts), coverage }
}

/**
 * Loads all inputs of the score of each account, in their order, without what listed accounts took: from stored sums, with
 * a fixed number of queries for all of them, and some more for those of which little else is true (`readTraits`). `db`
 * must be a `repeatable read` transaction, so that all queries see the same state.
 */
export async function loadFactsOfMany(db: Kysely<Tables>, query: FactsQuery): Promise<Facts[]> {
  return (await loadAll(db, query)).map(({ facts }) => facts)
}

async function loadAll(
  db: Kysely<Tables>,
  { addresses, network, coverage, decoding }: FactsQuery,
): Promise<LoadedFacts[]> {
  const traits = await readTraits(db, addresses)
  const withTrait = (trait: Trait) =>
    addresses.filter((address) => traits.get(address)?.[trait] === true)
  const robbed = new Set(withTrait('isRobbed'))
  const activities = await loadActivities(db, addresses, robbed)
  const accounts = await loadAccounts(db, addresses, robbed)
  const considered = addresses.map((address) => {
    const [moved, acted] = [get(activities, address), get(accounts, address)]
    return { address, moved, acted, asOfSeconds: Math.max(moved.lastSeconds, acted.lastSeconds) }
  })
  const counts = await loadAccountCounts(
    db,
    new Set(considered.map(({ asOfSeconds }) => toUtcDay(asOfSeconds))),
  )
  const parties = considered.map(({ address, moved: { activity }, acted }) => ({
    address,
    ...activity,
    ...acted.account,
    isRobbed: robbed.has(address),
  }))
  const custody = await loadCustody(db, parties)
  const holdings = await loadHoldings(db, addresses)
  const places = await loadPlaces(db, withTrait('hasPlaces'))
  const contacts = await loadContacts(db, addresses)
  const listings = await loadListings(db, addresses)
  const unseen = await loadUnseen(db, withTrait('hasCoas'), network)
  const communities = await loadEach(withTrait('isRecorded'), (one) => loadCommunity(db, one))
  const poisonings = await loadEach(withTrait('hasSentDust'), (one) => loadPoisoning(db, one))

  return considered.map(({ address, moved, acted, asOfSeconds }) => {
    const { activity, tokens, nfts, dustIn } = moved
    const own = { places: places.get(address), unseen: unseen.get(address) }
    const age = buildAge(address, network, {
      seenAccounts: counts.get(toUtcDay(asOfSeconds)) ?? 0,
      createdSeconds: acted.created?.seconds ?? null,
    })
    const lifetime = {
      ...(own.unseen !== undefined && { unseen: own.unseen }),
      tokens,
      coverage,
      createdHeight: acted.created?.height ?? null,
      lastHeight: Math.max(moved.lastHeight, acted.lastHeight),
      age,
    }
    const ofDecoding = (number: number): Facts => ({
      ...{ address, asOfSeconds, age, activity, tokens, nfts },
      ...(own.places !== undefined && { places: [...own.places] }),
      ...toCustody(custody.get(address), number),
      holdings: holdings.get(address) ?? null,
      account: acted.account,
      contacts: contacts.get(address) ?? null,
      listing: listings.get(address) ?? null,
      community: communities.get(address) ?? null,
      dustIn,
      poisoning: poisonings.get(address) ?? { dusted: 0, lookAlikes: 0 },
      ...(own.unseen !== undefined && { unseen: own.unseen }),
      completeness: computeCompleteness({ ...lifetime, decoding: number }),
    })
    return { facts: ofDecoding(decoding), ofDecoding }
  })
}

/** What is true of few accounts, so that of the others nothing else is asked about it: planning costs more than reading. */
type Trait = 'isRobbed' | 'hasSentDust' | 'isRecorded' | 'hasCoas' | 'hasPlaces'

/**
 * Reads of each account whether a listed account took from it, it sent dust, the community spoke or decided about it, and
 * it has accounts in the EVM, or own places.
 */
const readTraits = (db: Kysely<Tables>, addresses: readonly Address[]) =>
  readByAccount(
    db,
    addresses,
    (accounts) => sql<{ address: Address } & Record<Trait, boolean>>`
      select wanted.address,
        exists (select from chain_exposure one where one.address = ${ACCOUNT}
          and hop = 0 and swept_count > 0) as "isRobbed",
        exists (select from chain_counterparty one where one.address = ${ACCOUNT}
          and token = ${sql.lit(ALL_TOKENS)} and dust_sent_count > 0) as "hasSentDust",
        exists (select from dao_report one where one.address = ${ACCOUNT})
          or exists (select from label_report one where one.address = ${ACCOUNT})
          or exists (select from dao_freeze one where one.address = ${ACCOUNT})
          or exists (select from dao_appeal one where one.address = ${ACCOUNT}) as "isRecorded",
        exists (select from chain_coa where owner = ${ACCOUNT}) as "hasCoas",
        exists (select from chain_own_place one where one.address = ${ACCOUNT}) as "hasPlaces"
      from ${accounts}`,
    ([traits]) => traits,
  )

async function loadEach<Value>(
  addresses: readonly Address[],
  load: (address: Address) => Promise<Value>,
): Promise<ReadonlyMap<Address, Value>> {
  const loaded = new Map<Address, Value>()
  for (const address of addresses) loaded.set(address, await load(address))
  return loaded
}

/** Returns what was loaded for each account. */
function get<Value>(loaded: ReadonlyMap<Address, Value>, address: Address): Value {
  const value = loaded.get(address)
  if (value === undefined) throw new Error(`Nothing was loaded for ${address}.`)
  return value
}
