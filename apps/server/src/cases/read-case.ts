import type { EntryContent } from '@app/api/schemas/case.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Clearance } from '../db/tables/agent-tables.ts'
import type { CaseEntryRow, CaseRow, StoredMessage } from '../db/tables/case-tables.ts'
import type { SignatureRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { PROPOSAL_MESSAGES } from '../governance/signatures/write-signatures.ts'

type Queries = Kysely<Tables>

/** An entry with what lies beside its hash. */
export type ReadEntry = EntryContent &
  Omit<Selectable<CaseEntryRow>, 'kind' | 'details'> & {
    /** `null` without a text, and where it is withheld. */
    text: string | null
    withheld_ms: number | null
    withheld_reason: string | null
  }

/** What a wallet signed for an entry. */
export interface EntryMessage {
  source: string
  message: StoredMessage & { problem: string | null }
}

/** A case with its entries and what wallets signed for them, as of one moment. */
export interface CaseRows {
  row: CaseRow
  entries: ReadEntry[]
  messages: EntryMessage[]
}

/** Reads a case that may grow meanwhile; `null` when there is none. */
export async function readWholeCase(
  db: Queries,
  address: Address,
  caseId: string,
): Promise<CaseRows | null> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const row = await readCase(snapshot, address, caseId)
      if (row === null) return null
      const entries = await readEntries(snapshot, address, caseId)
      return { row, entries, messages: await readMessages(snapshot, address, caseId) }
    })
}

/** Reads how a case stands; `null` when there is none. */
export async function readCase(
  db: Queries,
  address: Address,
  caseId: string,
): Promise<CaseRow | null> {
  const row = await db
    .selectFrom('case_file')
    .selectAll()
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  return row ?? null
}

/** Which cases: of one address or of all, decided by a vote or not, below a `change_seq`. */
export interface CaseListQuery {
  address?: Address | undefined
  isDecidedByVote?: boolean
  before?: number | undefined
  limit: number
}

/** Lists cases, the one that changed last first. */
export async function readCases(
  db: Queries,
  { address, isDecidedByVote = false, before, limit }: CaseListQuery,
): Promise<CaseRow[]> {
  return await db
    .selectFrom('case_file')
    .selectAll()
    .$if(address !== undefined, (query) => query.where('address', '=', address as Address))
    .$if(isDecidedByVote, (query) => query.where(HAS_DECIDED_VOTE))
    .$if(before !== undefined, (query) => query.where('change_seq', '<', before ?? 0))
    .orderBy('change_seq', 'desc')
    .limit(limit)
    .execute()
}

/** The index `case_entry_decided_vote` has the same condition. */
const HAS_DECIDED_VOTE = sql<boolean>`exists (
  select 1 from case_entry entry
  where entry.address = case_file.address and entry.case_id = case_file.case_id
    and entry.kind = 'voting_end' and entry.details ->> 'result' in ('approved', 'rejected'))`

/** Reads the id of the case in which each appeal of an address is kept, by the number of the appeal. */
export async function readAppealCases(
  db: Queries,
  address: Address,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ appealId: number; caseId: string }>`
    select (details ->> 'appealId')::integer as "appealId", case_id as "caseId" from case_entry
    where address = ${address} and kind = 'appeal'`.execute(db)
  return new Map(rows.map(({ appealId, caseId }) => [appealId, caseId]))
}

/** Reads the entries of a case, oldest first. */
async function readEntries(db: Queries, address: Address, caseId: string): Promise<ReadEntry[]> {
  const { rows } = await sql<ReadEntry>`
    select entry.*, case when withheld.text_hash is null then text.text end as text,
           withheld.at_ms as withheld_ms, withheld.reason as withheld_reason
    from case_entry entry
    left join case_text text using (address, case_id, number)
    left join case_withheld_text withheld on withheld.text_hash = entry.text_hash
    where entry.address = ${address} and entry.case_id = ${caseId}
    order by number`.execute(db)
  return rows
}

/** Reads what wallets signed for the entries of a case: votes, proposals, appeals, statements of the owner, the clearance. */
async function readMessages(
  db: Queries,
  address: Address,
  caseId: string,
): Promise<EntryMessage[]> {
  const statements = await db
    .selectFrom('case_owner_statement')
    .select(['sequence', 'message'])
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .execute()
  const cleared = await db
    .selectFrom('agent_case')
    .select('clearance')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  return [
    ...(await readMirroredMessages(db, address, caseId)),
    ...statements.map(({ sequence, message }) => ({
      source: `owner statement ${sequence}`,
      message: { ...message, problem: null },
    })),
    ...(cleared?.clearance ? [toClearanceMessage(cleared.clearance)] : []),
  ]
}

type SignedEntry = { source: string } & Pick<
  Selectable<SignatureRow>,
  'text' | 'sequence' | 'valid_until' | 'signatures' | 'problem'
>

const NOT_LOOKED_UP = 'The signatures are looked up in a moment: export the case again.'

/** Reads the messages that the contracts accepted, with the signatures that were looked up for them. */
async function readMirroredMessages(
  db: Queries,
  address: Address,
  caseId: string,
): Promise<EntryMessage[]> {
  const { rows } = await sql<SignedEntry>`
    with entry as (
      select kind, source, by_address, tx_id, details from case_entry
      where address = ${address} and case_id = ${caseId} and kind in ('vote', 'proposal', 'appeal')
    )
    select entry.source, message.* from entry
    join dao_signature message on entry.kind = 'vote' and message.series = 'votes'
      and message.address = entry.by_address and message.tx_id = entry.tx_id
      and message.sequence = (entry.details ->> 'sequence')::bigint
    union all
    select entry.source, message.* from entry
    join (${PROPOSAL_MESSAGES}) own on own.series = entry.kind || 's'
      and own.proposal_id = (entry.details ->> case entry.kind when 'appeal' then 'appealId' else 'proposalId' end)::bigint
    join dao_signature message on message.address = own.address and message.series = own.series
      and message.sequence = own.sequence and message.tx_id = own.tx_id`.execute(db)
  return rows.map(({ source, text, sequence, valid_until: validUntil, signatures, problem }) => ({
    source,
    message: {
      text: text ?? '',
      sequence,
      validUntil,
      signatures: signatures ?? [],
      problem: problem ?? (signatures === null ? NOT_LOOKED_UP : null),
    },
  }))
}

/** The agent signs a clearance with one key that has the whole weight, outside of every series. */
function toClearanceMessage({ text, keyIndex, signature, ...key }: Clearance): EntryMessage {
  const { publicKey, signatureAlgorithm, hashAlgorithm } = key
  const signed = { keyIndex, publicKey, signatureAlgorithm, hashAlgorithm, weight: 1000, signature }
  const message = { text, sequence: 0, validUntil: 0, signatures: [signed], problem: null }
  return { source: 'clearance', message }
}
