import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

type Queries = Kysely<Tables>

/** Lists the accounts about which there is an entry, a proposal or a report with this text. */
export async function listAddressesOfText(db: Queries, textHash: string): Promise<Address[]> {
  const { rows } = await sql<{ address: Address }>`
    select address from case_entry where text_hash = ${textHash}
    union select target from dao_proposal where reason_hash = ${textHash}
    union select address from agent_entry where reason_hash = ${textHash}
    union select address from label_report where reason_hash = ${textHash}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Withholds the text from the time of the latest indexed block; one that is withheld gets the new reason. */
export async function upsertWithheldText(
  db: Queries,
  { textHash, reason }: { textHash: string; reason: string },
): Promise<void> {
  await sql`
    insert into case_withheld_text (text_hash, at_ms, reason)
    values (${textHash}, coalesce((select max(block_ms) from chain_cursor), 0), ${reason})
    on conflict (text_hash) do update set reason = excluded.reason`.execute(db)
}

export async function removeWithheldText(db: Queries, textHash: string): Promise<void> {
  await db.deleteFrom('case_withheld_text').where('text_hash', '=', textHash).execute()
}

/** Has open pages show the proposals about these accounts anew. */
export async function notifyProposalsChanged(
  db: Queries,
  addresses: readonly Address[],
): Promise<void> {
  await sql`
    select pg_notify('governance_changed', address) from unnest(${addresses}::text[]) address`.execute(
    db,
  )
}
