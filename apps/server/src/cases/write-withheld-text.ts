import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

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

/** Hashes of the text itself, and of the entries of the history that quote it as somebody's report. */
const listHashes = (textHash: string) => sql`
  select ${textHash}::text as text_hash
  union
  select entry.reason_hash from label_report report
  join agent_entry entry on entry.address = report.address and entry.case_id = report.case_id
  join agent_entry_text quoting on quoting.address = entry.address and quoting.number = entry.number
  where report.reason_hash = ${textHash} and right(quoting.reason, length(report.reason)) = report.reason`

/** Withholds the text from the time of the latest indexed block. */
export async function upsertWithheldText(
  db: Queries,
  { textHash, reason }: { textHash: string; reason: string },
): Promise<void> {
  await sql`
    insert into case_withheld_text (text_hash, at_ms, reason)
    select text_hash, coalesce((select max(block_ms) from chain_cursor), 0), ${reason}
    from (${listHashes(textHash)}) hashes
    on conflict (text_hash) do update set reason = excluded.reason`.execute(db)
}

export async function removeWithheldText(db: Queries, textHash: string): Promise<void> {
  await sql`delete from case_withheld_text where text_hash in (${listHashes(textHash)})`.execute(db)
}
