import type { AccountAct, EvidencePointer } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import type { EvidenceItem, EvidenceRow } from './evidence-item.ts'
import { listedContacts } from './listed-contacts.ts'
import { dustSent } from './load-poisoning.ts'
import { isTaken } from './robbed-moves.ts'

/** The transactions behind a reason, most telling first, at most `limit`. */
export async function loadEvidence(
  context: Pick<Context, 'db'>,
  address: Address,
  { pointer, limit }: { pointer: EvidencePointer; limit: number },
): Promise<EvidenceItem[]> {
  const { db } = context
  switch (pointer.kind) {
    case 'largest_sends':
      return toItems(await largestSends(db, address, { token: pointer.token, limit }))
    case 'latest_transfers':
      return toItems(await newestRows(db, address, { table: 'chain_transfer', limit }))
    case 'listed_contacts':
      return toItems(await listedContacts(db, address, { hop: pointer.hop, limit }))
    case 'holdings':
      return toItems(await newestRows(db, address, { table: 'chain_nft_move', limit }))
    case 'account_events':
      return toItems(await accountEvents(db, address, { act: pointer.act, limit }))
    case 'dust_sent':
      return toItems(await dustSent(db, address, limit))
    case 'reports':
    case 'none':
      return []
  }
}

/** Rows in order, each transaction once with each counterparty. */
function toItems(rows: EvidenceRow[]): EvidenceItem[] {
  const seen = new Set<string>()
  return rows.flatMap(({ tx_id: txId, height, counterparty }) => {
    const key = `${txId} ${counterparty ?? ''}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ txId, height, ...(counterparty && { counterparty }) }]
  })
}

function largestSends(
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
    .where(notTaken(address))
    .orderBy('units', 'desc')
    .limit(limit)
    .execute()
}

type RawTable = 'chain_transfer' | 'chain_nft_move'

function newestRows(
  db: Kysely<Tables>,
  address: Address,
  { table, limit }: { table: RawTable; limit: number },
): Promise<EvidenceRow[]> {
  return db
    .selectFrom(table)
    .select(['tx_id', 'height', 'counterparty'])
    .where('address', '=', address)
    .$if(table === 'chain_transfer', (query) => query.where(notTaken(address)))
    .orderBy('height', 'desc')
    .orderBy('tx_index', 'desc')
    .orderBy('event_index', 'desc')
    .limit(limit)
    .execute()
}

function accountEvents(
  db: Kysely<Tables>,
  address: Address,
  { act, limit }: { act: AccountAct | undefined; limit: number },
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

/** What a listed account took is no activity of the account: it shows contact alone. */
function notTaken(address: Address): RawBuilder<SqlBool> {
  return sql<SqlBool>`not (${isTaken(address, 'chain_transfer')})`
}
