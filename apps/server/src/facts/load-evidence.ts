import type { EvidencePointer } from '@app/score/judgement.ts'
import type { ReportedAccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
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

/** Loads at most `limit` transactions that support a reason, most relevant first. */
export async function loadEvidence(
  context: Pick<Context, 'db'>,
  address: Address,
  { pointer, limit }: { pointer: EvidencePointer; limit: number },
): Promise<EvidenceItem[]> {
  const { db } = context
  switch (pointer.kind) {
    case 'largest_sends':
      return toEvidenceItems(await loadLargestSends(db, address, { token: pointer.token, limit }))
    case 'latest_transfers':
      return toEvidenceItems(await loadNewestTransfers(db, address, limit))
    case 'listed_contacts':
      return toEvidenceItems(await loadListedContacts(db, address, { hop: pointer.hop, limit }))
    case 'holdings':
      return toEvidenceItems(await loadNewestNftMoves(db, address, limit))
    case 'account_events':
      return toEvidenceItems(await loadAccountEvents(db, address, { act: pointer.act, limit }))
    case 'dust_sent':
      return toEvidenceItems(await loadDustSent(db, address, limit))
    case 'reports':
      return toEvidenceItems(await loadCommunityEvidence(db, address, { row: pointer.row, limit }))
    case 'none':
      return []
  }
}

async function loadLargestSends(
  db: Kysely<Tables>,
  address: Address,
  { token, limit }: { token: string; limit: number },
): Promise<EvidenceRow[]> {
  const order = sql`units desc, ${NEWEST_FIRST}`
  const largest = db
    .selectFrom('chain_transfer')
    .select(TRANSFER_EVIDENCE)
    .where('address', '=', address)
    .where('token', '=', token)
    .where('side', '=', 'out')
    .where('own_place', 'is', null)
    .where(buildIsNotTakenCondition(address))
    .orderBy(order)
    .limit(limit)
  return (await buildEvmEvidenceQuery(largest, order).execute(db)).rows
}

async function loadNewestTransfers(
  db: Kysely<Tables>,
  address: Address,
  limit: number,
): Promise<EvidenceRow[]> {
  const newest = db
    .selectFrom('chain_transfer')
    .select(TRANSFER_EVIDENCE)
    .where('address', '=', address)
    .where('own_place', 'is', null)
    .where(buildIsNotTakenCondition(address))
    .orderBy(NEWEST_FIRST)
    .limit(limit)
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
    .orderBy('height', 'desc')
    .orderBy('tx_index', 'desc')
    .orderBy('event_index', 'desc')
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
    .orderBy('height', 'desc')
    .orderBy('tx_index', 'desc')
    .orderBy('event_index', 'desc')
    .limit(limit)
  return (act === undefined ? events : events.where('kind', '=', act)).execute()
}

/**
 * Builds the SQL condition that excludes what listed accounts took: it is a contact, but not
 * activity of the account.
 */
function buildIsNotTakenCondition(address: Address): RawBuilder<SqlBool> {
  return sql<SqlBool>`not (${buildIsTakenCondition(address, 'chain_transfer')})`
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
