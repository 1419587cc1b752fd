import { type Kysely, type Selectable, sql } from 'kysely'
import type { StoredSignature } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { loadCoverage } from '../facts/load-coverage.ts'
import type { Context } from '../runtime/context.ts'
import { loadWaitingMs } from './load-governance-time.ts'
import { loadAllProposals, type ProposalView } from './read-proposals.ts'
import { PROPOSAL_MESSAGES } from './signatures/write-signatures.ts'

/** The signed message of a vote or a proposal; `signatures` is null until they were looked up. */
export interface ArchivedMessage {
  valid_until: number
  text: string | null
  signatures: StoredSignature[] | null
  problem: string | null
}

export type ArchivedVoteRow = Selectable<Tables['dao_vote']> & ArchivedMessage

type ProposalMessageRow = ArchivedMessage & { proposal_id: number; sequence: number }

/** All proposals and votes up to a block, at the time of that block. */
export interface ArchiveSnapshot {
  toHeight: number
  /** Newest first. */
  proposals: ProposalView[]
  /** In the order of the chain. */
  votes: ArchivedVoteRow[]
  /** The signed messages of proposals, without those of appeals. */
  messages: ProposalMessageRow[]
  /** Height of the transaction by which a proposal was executed. */
  executionHeights: ReadonlyMap<number, number>
}

/**
 * Reads everything in one snapshot of the database. `null` while indexed events wait for the mirror:
 * votes would be missing.
 */
export async function readArchive({ db }: Pick<Context, 'db'>): Promise<ArchiveSnapshot | null> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (queries) => {
      if ((await loadWaitingMs(queries)) !== null) return null
      const coverage = await loadCoverage(queries)
      return {
        toHeight: coverage?.toHeight ?? 0,
        proposals: await loadAllProposals(queries),
        votes: await loadAllVotes(queries),
        messages: await loadProposalMessages(queries),
        executionHeights: await loadExecutionHeights(queries),
      }
    })
}

async function loadAllVotes(db: Kysely<Tables>): Promise<ArchivedVoteRow[]> {
  const { rows } = await sql<ArchivedVoteRow>`
    select vote.*, message.valid_until, message.text, message.signatures, message.problem
    from dao_vote vote
    join dao_signature message on message.address = vote.voter and message.series = 'votes'
      and message.sequence = vote.sequence and message.tx_id = vote.tx_id
    order by vote.proposal_id, vote.height, vote.voter, vote.sequence`.execute(db)
  return rows
}

async function loadProposalMessages(db: Kysely<Tables>): Promise<ProposalMessageRow[]> {
  const { rows } = await sql<ProposalMessageRow>`
    select own.proposal_id, message.sequence, message.valid_until, message.text,
           message.signatures, message.problem
    from (${PROPOSAL_MESSAGES}) own
    join dao_signature message on message.address = own.address
      and message.series = own.series and message.sequence = own.sequence
      and message.tx_id = own.tx_id
    where own.series = 'proposals'`.execute(db)
  return rows
}

async function loadExecutionHeights(db: Kysely<Tables>): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; height: number }>`
    select (fields ->> 'id')::bigint as id, height from chain_contract_event
    where type = 'DharmaGovernance.ProposalExecuted'`.execute(db)
  return new Map(rows.map(({ id, height }) => [Number(id), height]))
}
