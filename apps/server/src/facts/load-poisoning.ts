import { ALL_TOKENS, type PoisoningFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { EvidenceRow } from './evidence-row.ts'

/** Maximum number of dust receivers examined, in address order. */
const MAX_RECEIVERS = 500
/** Hex digits compared at each end of an address: wallets shorten addresses, so people check only the ends. */
const DIGITS_COMPARED = 3

/**
 * Counts the receivers to which the account sent only dust, and those of them for which it imitates
 * an account that they paid.
 */
export async function loadPoisoning(db: Kysely<Tables>, address: Address): Promise<PoisoningFacts> {
  const dusted = await loadDustedReceivers(db, address)
  const poisoned = await findPoisonedReceivers(db, address, dusted)
  return { dusted: dusted.length, lookAlikes: poisoned.length }
}

/** Loads the newest payments of the account to the poisoned receivers. */
export async function loadDustSent(
  db: Kysely<Tables>,
  address: Address,
  limit: number,
): Promise<EvidenceRow[]> {
  const poisoned = await findPoisonedReceivers(db, address, await loadDustedReceivers(db, address))
  if (poisoned.length === 0) return []
  return db
    .selectFrom('chain_transfer')
    .select(['tx_id', 'height', 'counterparty', 'block_ms', 'side', 'units', 'token'])
    .where('address', '=', address)
    .where('side', '=', 'out')
    .where('counterparty', 'in', poisoned)
    .orderBy('height', 'desc')
    .orderBy('tx_index', 'desc')
    .limit(limit)
    .execute()
}

interface DustedReceiver {
  receiver: Address
  /**
   * Time of the first transfer between the two. Only payments before it count, so that the account
   * is not its own look-alike.
   */
  seconds: number
}

/**
 * Loads receivers of dust from the account. Transfers that another account proposed, or that a
 * listed account took, are excluded.
 */
async function loadDustedReceivers(
  db: Kysely<Tables>,
  address: Address,
): Promise<DustedReceiver[]> {
  return await db
    .selectFrom((query) =>
      query
        .selectFrom('chain_counterparty')
        .selectAll()
        .where('address', '=', address)
        .where('token', '=', ALL_TOKENS)
        .where('dust_sent_count', '>', 0)
        .orderBy('counterparty')
        .limit(MAX_RECEIVERS)
        .as('sent'),
    )
    .select(['counterparty as receiver', 'first_seconds as seconds'])
    .whereRef('dust_sent_count', '=', 'out_count')
    .where('swept_count', '=', 0)
    .where(sql<boolean>`hop is distinct from 0`)
    .execute()
}

/**
 * Finds receivers that had paid a look-alike of this account before the dust arrived. Only their
 * own payments count: payments of others to a look-alike prove no poisoning.
 */
async function findPoisonedReceivers(
  db: Kysely<Tables>,
  address: Address,
  dusted: readonly DustedReceiver[],
): Promise<Address[]> {
  if (dusted.length === 0) return []
  const [head, tail] = [address.slice(0, 2 + DIGITS_COMPARED), address.slice(-DIGITS_COMPARED)]
  const paid = await db
    .selectFrom('chain_counterparty')
    .select(['address', 'first_seconds'])
    .where(
      'address',
      'in',
      dusted.map(({ receiver }) => receiver),
    )
    .where('counterparty', '>=', head.padEnd(address.length, '0') as Address)
    .where('counterparty', '<=', head.padEnd(address.length, 'f') as Address)
    .where(sql<boolean>`right(counterparty, ${DIGITS_COMPARED}) = ${tail}`)
    .where('token', '=', ALL_TOKENS)
    .whereRef('out_count', '>', 'swept_count')
    .execute()
  const poisoned = dusted
    .filter(({ receiver, seconds }) =>
      paid.some((pair) => pair.address === receiver && pair.first_seconds < seconds),
    )
    .map(({ receiver }) => receiver)
  return await excludeServices(db, poisoned)
}

/**
 * Removes services: because of their large balances, ordinary payments of customers count as dust.
 */
async function excludeServices(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Address[]> {
  if (addresses.length === 0) return []
  const services = await db
    .selectFrom('label_entry')
    .select('address')
    .where('address', 'in', addresses)
    .where('kind', '=', 'service')
    .where('removed_at', 'is', null)
    .execute()
  return addresses.filter((one) => !services.some(({ address }) => address === one))
}
