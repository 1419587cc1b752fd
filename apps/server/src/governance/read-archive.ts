import { type Selectable, sql } from 'kysely'
import type { StoredSignature } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'

/** The signed message of a vote or a proposal; `signatures` is null until they were looked up. */
export interface ArchivedMessage {
  valid_until: number
  text: string | null
  signatures: StoredSignature[] | null
  problem: string | null
}

export type ArchivedVoteRow = Selectable<Tables['dao_vote']> & ArchivedMessage

/** Reads every vote that was cast, with its message, in the order of the chain. */
export async function readAllVotes({ db }: Pick<Context, 'db'>): Promise<ArchivedVoteRow[]> {
  const { rows } = await sql<ArchivedVoteRow>`
    select vote.*, message.valid_until, message.text, message.signatures, message.problem
    from dao_vote vote
    join dao_signature message on message.address = vote.voter and message.series = 'votes'
      and message.sequence = vote.sequence
    order by vote.proposal_id, vote.height, vote.voter, vote.sequence`.execute(db)
  return rows
}

export type ProposalMessageRow = ArchivedMessage & { proposal_id: number; sequence: number }

/** Reads the signed messages of proposals, without those of appeals. */
export async function readProposalMessages({
  db,
}: Pick<Context, 'db'>): Promise<ProposalMessageRow[]> {
  const { rows } = await sql<ProposalMessageRow>`
    select proposal.id as proposal_id, message.sequence, message.valid_until, message.text,
           message.signatures, message.problem
    from dao_proposal proposal
    join dao_signature message on message.address = proposal.proposer
      and message.series = 'proposals' and message.tx_id = proposal.tx_id`.execute(db)
  return rows
}

/** Reads the height of each transaction by which a proposal was executed. */
export async function readExecutionHeights({
  db,
}: Pick<Context, 'db'>): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; height: number }>`
    select (fields ->> 'id')::bigint as id, height from chain_contract_event
    where type = 'DharmaGovernance.ProposalExecuted'`.execute(db)
  return new Map(rows.map(({ id, height }) => [Number(id), height]))
}
