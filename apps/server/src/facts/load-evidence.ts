import type { EvidencePointer } from '@app/score/judgement.ts'
import type { ReportedAccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { loadCommunityEvidence } from './community/load-community-evidence.ts'
import {
  buildEvmEvidenceQuery,
  type EvidenceRow,
  NEWEST_FIRST,
  type PlacedEvidenceRow,
  TRANSFER_EVIDENCE,
  toEvidenceItems,
} from './evidence-row.ts'
import { loadDustSent } from './load-poisoning.ts'
import { buildIsTakenCondition } from './theft-adjusted/read-taken-moves.ts'

interface EvidenceQuery {
  pointer: EvidencePointer
  limit: number
}

/** Loads at most `limit` transactions that support a reason, most relevant first. */
export async function loadEvidence(
  { db }: Pick<Context, 'db'>,
  address: Address,
  query: EvidenceQuery,
): Promise<EvidenceItem[]> {
  return toEvidenceItems(await loadRows(db, address, query))
}

async function loadRows(
  db: Kysely<Tables>,
  address: Address,
  { pointer, limit }: EvidenceQuery,
): Promise<EvidenceRow[]> {
  switch (pointer.kind) {
    case 'largest_sends':
      return await loadLargestSends(db, address, { token: pointer.token, limit })
    case 'latest_transfers':
      return await loadNewestTransfers(db, address, limit)
    case 'listed_contacts':
      return await loadListedContacts(db, address, { hop: pointer.hop, limit })
    case 'holdings':
      return await loadNewestNftMoves(db, address, limit)
    case 'account_events':
      return await loadAccountEvents(db, address, { act: pointer.act, limit })
    case 'dust_sent':
      return await loadDustSent(db, address, limit)
    case 'reports':
      return await loadCommunityEvidence(db, address, { row: pointer.row, limit })
    case 'none':
      return []
  }
}

/** Selects the transfers that are activity of the account: what listed accounts took is contact alone. */
const selectActivity = (db: Kysely<Tables>, address: Address) =>
  db
    .selectFrom('chain_transfer')
    .select(TRANSFER_EVIDENCE)
    .where('address', '=', address)
    .where('own_place', 'is', null)
    .where(sql<SqlBool>`not (${buildIsTakenCondition(address, 'chain_transfer')})`)

async function loadLargestSends(
  db: Kysely<Tables>,
  address: Address,
  { token, limit }: { token: string; limit: number },
): Promise<EvidenceRow[]> {
  const order = sql`units desc, ${NEWEST_FIRST}`
  const sends = selectActivity(db, address).where('token', '=', token).where('side', '=', 'out')
  return (await buildEvmEvidenceQuery(sends.orderBy(order).limit(limit), order).execute(db)).rows
}

async function loadNewestTransfers(
  db: Kysely<Tables>,
  address: Address,
  limit: number,
): Promise<EvidenceRow[]> {
  const newest = selectActivity(db, address).orderBy(NEWEST_FIRST).limit(limit)
  return (await buildEvmEvidenceQuery(newest, NEWEST_FIRST).execute(db)).rows
}

function loadNewestNftMoves(
  db: Kysely<Tables>,
  address: Address,
  limit: number,
): Promise<EvidenceRow[]> {
  return db
    .selectFrom('chain_nft_move')
    .select(['tx_id', 'height', 'counterparty', 'block_ms', 'side', 'nft_type as token'])
    .where('address', '=', address)
    .orderBy(NEWEST_FIRST)
    .limit(limit)
    .execute()
}

function loadAccountEvents(
  db: Kysely<Tables>,
  address: Address,
  { act, limit }: { act: ReportedAccountEventKind | undefined; limit: number },
): Promise<EvidenceRow[]> {
  const events = db
    .selectFrom('chain_account_event')
    .select(['tx_id', 'height', 'block_ms'])
    .where('address', '=', address)
    .orderBy(NEWEST_FIRST)
    .limit(limit)
  return (act === undefined ? events : events.where('kind', '=', act)).execute()
}

/** Maximum number of counterparties whose transfers are loaded. */
const MAX_CONTACTS = 50

/**
 * Loads the newest transfers and NFT moves between the account and its counterparties at `hop` hops
 * from a listed account.
 */
async function loadListedContacts(
  db: Kysely<Tables>,
  address: Address,
  { hop, limit }: { hop: number; limit: number },
): Promise<EvidenceRow[]> {
  const order = sql`${NEWEST_FIRST}, counterparty`
  const newest = sql<PlacedEvidenceRow>`
    select contact.counterparty, move.*
    from (
      select distinct counterparty from chain_counterparty
      where address = ${address} and hop = ${hop}
      order by counterparty limit ${MAX_CONTACTS}
    ) contact cross join lateral (
      (select tx_id, height, tx_index, event_index, block_ms, side, units, token from chain_transfer
       where address = ${address} and counterparty = contact.counterparty and not is_dust
       order by height desc, tx_index desc, event_index desc limit ${limit})
      union all
      (select tx_id, height, tx_index, event_index, block_ms, side, null, nft_type from chain_nft_move
       where address = ${address} and counterparty = contact.counterparty
       order by height desc, tx_index desc, event_index desc limit ${limit})
    ) move
    order by ${order} limit ${limit}`
  return (await buildEvmEvidenceQuery(newest, order).execute(db)).rows
}
