import { ALL_TOKENS, type PoisoningFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { EvidenceRow } from './evidence-row.ts'

/** Receivers of dust that are looked at, in the order of their addresses. */
const MAX_RECEIVERS = 500
/** Hex digits compared at each end of an address: wallets shorten addresses, so people check only the ends. */
const DIGITS_COMPARED = 3

/** Whom the account sent nothing but dust to, and whom of these it imitates a payee of. */
export async function loadPoisoning(db: Kysely<Tables>, address: Address): Promise<PoisoningFacts> {
  const dusted = await loadDustedReceivers(db, address)
  const poisoned = await findPoisonedReceivers(db, address, dusted)
  return { dusted: dusted.length, lookAlikes: poisoned.length }
}

/** The newest payments of the account to those whom it poisons. */
export async function loadDustSent(
  db: Kysely<Tables>,
  address: Address,
  limit: number,
): Promise<EvidenceRow[]> {
  const poisoned = await findPoisonedReceivers(db, address, await loadDustedReceivers(db, address))
  if (poisoned.length === 0) return []
  return db
    .selectFrom('chain_transfer')
    .select(['tx_id', 'height', 'counterparty'])
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
  /** Of the first transfer between the two, so that the account is no look-alike of itself. */
  seconds: number
}

/** What somebody else, or a listed account, took from the account as dust is not its doing. */
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
 * Receivers that paid another account which looks like this one, and which they had dealt with before the
 * dust came. That they paid it themselves matters: paying others from a look-alike makes nobody a poisoner.
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
 * Services hold so much that what their customers pay them is dust, and pay whoever asks: they are
 * nobody's victims.
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
