import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { RecordedProposal } from '../governance/read-proposals.ts'
import type { Context } from '../runtime/context.ts'
import { recordCaseChanges } from './write-case-changes.ts'

type Queries = Kysely<Tables>

/** A text that the operator does not show any more, by its SHA-256 in hex. */
export interface WithheldText {
  textHash: string
  /** One sentence for everybody who looks for the text. */
  reason: string
}

/**
 * Withholds a text everywhere: case entries, proposals and the history keep its hash. Returns whether any of them
 * has this text.
 */
export function withholdText(context: Pick<Context, 'db'>, text: WithheldText): Promise<boolean> {
  return changeText(context, text.textHash, (db) => upsertWithheldText(db, text))
}

/** Shows a withheld text again. Returns whether any entry, proposal or history has it. */
export function showText(context: Pick<Context, 'db'>, textHash: string): Promise<boolean> {
  return changeText(context, textHash, (db) => removeWithheldText(db, textHash))
}

function changeText(
  { db }: Pick<Context, 'db'>,
  textHash: string,
  change: (db: Queries) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (queries) => {
    const addresses = await listAddressesOfText(queries, textHash)
    if (addresses.length === 0) return false
    await change(queries)
    await recordCaseChanges(queries, addresses)
    await notifyProposalsChanged(queries, addresses)
    return true
  })
}

const NOT_STORED = 'It has characters that no database stores.'

/**
 * Withholds the reasons of proposals that could not be stored as they are on the chain, whose hashes they no longer
 * have: with them in it, no file would verify.
 */
export async function withholdUnstored(
  db: Queries,
  proposals: readonly RecordedProposal[],
): Promise<void> {
  for (const { row, withheld } of proposals) {
    if (withheld !== null || hashReason(row.reason) === row.reason_hash) continue
    await upsertWithheldText(db, { textHash: row.reason_hash, reason: NOT_STORED })
  }
}

/** Reads since when, in Unix seconds, and why a text is withheld; `null` for one that is shown. */
export async function readWithholding(
  db: Queries,
  textHash: string,
): Promise<{ at: number; reason: string } | null> {
  const row = await db
    .selectFrom('case_withheld_text')
    .select(['at_ms', 'reason'])
    .where('text_hash', '=', textHash)
    .executeTakeFirst()
  return row === undefined ? null : { at: Math.floor(row.at_ms / 1000), reason: row.reason }
}

/** Lists the accounts about which there is an entry, a proposal or a report with this text. */
async function listAddressesOfText(db: Queries, textHash: string): Promise<Address[]> {
  const { rows } = await sql<{ address: Address }>`
    select address from case_entry where text_hash = ${textHash}
    union select target from dao_proposal where reason_hash = ${textHash}
    union select address from agent_entry where reason_hash = ${textHash}
    union select address from label_report where reason_hash = ${textHash}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Withholds the text from the time of the latest indexed block; one that is withheld gets the new reason. */
async function upsertWithheldText(db: Queries, { textHash, reason }: WithheldText): Promise<void> {
  await sql`
    insert into case_withheld_text (text_hash, at_ms, reason)
    values (${textHash}, coalesce((select max(block_ms) from chain_cursor), 0), ${reason})
    on conflict (text_hash) do update set reason = excluded.reason`.execute(db)
}

async function removeWithheldText(db: Queries, textHash: string): Promise<void> {
  await db.deleteFrom('case_withheld_text').where('text_hash', '=', textHash).execute()
}

/** Has open pages show the proposals about these accounts anew. */
async function notifyProposalsChanged(db: Queries, addresses: readonly Address[]): Promise<void> {
  await sql`
    select pg_notify('governance_changed', address) from unnest(${addresses}::text[]) address`.execute(
    db,
  )
}
