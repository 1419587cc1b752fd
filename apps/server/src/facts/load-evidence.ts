import type { EvidencePointer } from '@app/score/judgement.ts'
import type { ReportedAccountEventKind } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EvidenceItem } from '../db/tables/stored-reason.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { loadCommunityEvidence } from './community/load-community-evidence.ts'
import type { EvidenceRow } from './evidence-row.ts'
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
      return toEvidenceItems(await loadNewestRows(db, address, { table: 'chain_transfer', limit }))
    case 'listed_contacts':
      return toEvidenceItems(await loadListedContacts(db, address, { hop: pointer.hop, limit }))
    case 'holdings':
      return toEvidenceItems(await loadNewestRows(db, address, { table: 'chain_nft_move', limit }))
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

/** Converts rows in their order, each transaction once per counterparty. */
function toEvidenceItems(rows: EvidenceRow[]): EvidenceItem[] {
  const seen = new Set<string>()
  return rows.flatMap(({ tx_id: txId, height, counterparty }) => {
    const key = `${txId} ${counterparty ?? ''}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ txId, height, ...(counterparty && { counterparty }) }]
  })
}

function loadLargestSends(
  db: Kysely<Tables>,
  address: Address,
  { token, limit }: { token: string; limit: number },
): Promise<EvidenceRow[]> {
  return db
    .selectFrom('chain_transfer')
    .select(['tx_id', 'height', 'counterparty'])
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

type RawTable = 'chain_transfer' | 'chain_nft_move'

function loadNewestRows(
  db: Kysely<Tables>,
  address: Address,
  { table, limit }: { table: RawTable; limit: number },
): Promise<EvidenceRow[]> {
  return db
    .selectFrom(table)
    .select(['tx_id', 'height', 'counterparty'])
    .where('address', '=', address)
    .$if(table === 'chain_transfer', (query) => query.where(buildIsNotTakenCondition(address)))
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
    .select(['tx_id', 'height'])
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
