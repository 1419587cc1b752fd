import type { EvidencePointer } from '@app/score/judgement.ts'
import type { ReportedAccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EvidenceItem } from '../db/tables/stored-reason.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { loadCommunityEvidence } from './community/load-community-evidence.ts'
import { type EvidenceRow, toEvidenceItems } from './evidence-row.ts'
import { loadListedContacts } from './load-listed-contacts.ts'
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

function loadLargestSends(
  db: Kysely<Tables>,
  address: Address,
  { token, limit }: { token: string; limit: number },
): Promise<EvidenceRow[]> {
  return db
    .selectFrom('chain_transfer')
    .select(['tx_id', 'height', 'counterparty', 'block_ms', 'side', 'units', 'token'])
    .where('address', '=', address)
    .where('token', '=', token)
    .where('side', '=', 'out')
    .where(buildIsNotTakenCondition(address))
    .orderBy('units', 'desc')
    .orderBy('height', 'desc')
    .orderBy('tx_index', 'desc')
    .orderBy('event_index', 'desc')
    .limit(limit)
    .execute()
}

function loadNewestTransfers(
  db: Kysely<Tables>,
  address: Address,
  limit: number,
): Promise<EvidenceRow[]> {
  return db
    .selectFrom('chain_transfer')
    .select(['tx_id', 'height', 'counterparty', 'block_ms', 'side', 'units', 'token'])
    .where('address', '=', address)
    .where(buildIsNotTakenCondition(address))
    .orderBy('height', 'desc')
    .orderBy('tx_index', 'desc')
    .orderBy('event_index', 'desc')
    .limit(limit)
    .execute()
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
