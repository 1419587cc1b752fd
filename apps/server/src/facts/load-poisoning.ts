import { ALL_TOKENS, type PoisoningFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { CADENCE_OWNED_PREFIX, isEvmAddress, type Party } from '@app/values/evm-address.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import {
  buildEvmEvidenceQuery,
  type EvidenceRow,
  NEWEST_FIRST,
  TRANSFER_EVIDENCE,
} from './evidence-row.ts'

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
  const newest = db
    .selectFrom('chain_transfer')
    .select(TRANSFER_EVIDENCE)
    .where('address', '=', address)
    .where('side', '=', 'out')
    .where('counterparty', 'in', poisoned)
    .orderBy(NEWEST_FIRST)
    .limit(limit)
  return (await buildEvmEvidenceQuery(newest, NEWEST_FIRST).execute(db)).rows
}

interface DustedReceiver {
  receiver: Party
  /**
   * Time of the first transfer between the two. Only payments before it count, so that the account
   * is not its own look-alike.
   */
  seconds: number
}

/**
 * Loads receivers of dust from the account. Transfers that another account proposed, or that a
 * listed account took, are excluded, and receivers in the EVM, which everybody can have in any number.
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
        .where(sql<boolean>`length(counterparty) = ${address.length}`)
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
): Promise<Party[]> {
  if (dusted.length === 0) return []
  const imitated = await findImitatedThroughCoas(db, address)
  const paid = await db
    .selectFrom('chain_counterparty')
    .select(['address', 'first_seconds'])
    .where(
      'address',
      'in',
      dusted.map(({ receiver }) => receiver),
    )
    .where(
      sql<boolean>`(${isLookAlike('counterparty', address)} or counterparty = any(${imitated}::text[]))`,
    )
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

/** Own accounts in the EVM of which look-alikes are searched. */
const MAX_COAS = 20

/**
 * Finds whom an account imitates by its accounts in the EVM: those for which similar ones stand. Other addresses in the
 * EVM accuse nobody, because anybody can search for a key until its address looks like any other.
 */
async function findImitatedThroughCoas(db: Kysely<Tables>, address: Address): Promise<Party[]> {
  const own = await db
    .selectFrom('chain_coa')
    .select('address')
    .where('owner', '=', address)
    .where('is_shared', '=', false)
    .orderBy('address')
    .limit(MAX_COAS)
    .execute()
  if (own.length === 0) return []
  const isImitated = own.map((coa) => isLookAlike('address', coa.address))
  const similar = await db
    .selectFrom('chain_coa')
    .select(['address', 'owner', 'is_shared'])
    .where(sql<boolean>`(${sql.join(isImitated, sql` or `)})`)
    .execute()
  const parties = similar.map((coa) => (coa.is_shared ? coa.address : (coa.owner ?? coa.address)))
  return parties.filter((party) => party !== address)
}

/**
 * Builds the condition that an address looks like another one of the same kind: the digits at both ends are the same,
 * after those that all have in common.
 */
function isLookAlike(column: 'address' | 'counterparty', party: Party): RawBuilder<SqlBool> {
  const common = isEvmAddress(party) ? CADENCE_OWNED_PREFIX : '0x'
  const head = party.slice(0, common.length + DIGITS_COMPARED)
  const other = sql.ref(column)
  return sql`(${other} between ${head.padEnd(party.length, '0')} and ${head.padEnd(party.length, 'f')}
    and right(${other}, ${DIGITS_COMPARED}) = ${party.slice(-DIGITS_COMPARED)}
    and length(${other}) = ${party.length})`
}

/**
 * Removes services: because of their large balances, ordinary payments of customers count as dust.
 */
async function excludeServices(db: Kysely<Tables>, addresses: readonly Party[]): Promise<Party[]> {
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
