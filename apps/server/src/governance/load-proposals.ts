import type { Address } from '@app/values/address.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ProposalRow, StoredStatus } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { RuledProposal } from './rules/proposal-status.ts'

type Queries = Kysely<Tables>

/** A proposal as the chain's events report it. Times are Unix seconds. */
export interface LoadedProposal extends RuledProposal {
  row: ProposalRow
  executedAt: number | null
  executedTxId: string | null
  supersededAt: number | null
  /** Since when, in Unix seconds, and why the operator does not show the reason. */
  withheld: { at: number; reason: string } | null
}

/** Which proposals: all, or those of some targets. */
export interface ProposalSelection {
  targets?: readonly Address[]
}

type Row = Selectable<Tables['dao_proposal']> & {
  stored_status: StoredStatus | null
  executed_at: number | null
  executed_tx_id: string | null
  superseded_by: number | null
  superseded_at: number | null
  withheld_ms: number | null
  withheld_reason: string | null
  votes_for: number
  votes_against: number
  appealed_case_id: string | null
  freeze_number: number | null
}

/** Loads proposals, newest first. Of the votes of one voter the one with the highest sequence counts. */
export async function loadProposals(
  db: Queries,
  { targets }: ProposalSelection = {},
): Promise<LoadedProposal[]> {
  const filter =
    targets === undefined ? sql`` : sql`where proposal.target = any(${targets}::text[])`
  const { rows } = await sql<Row>`
    select proposal.*, state.stored_status, state.executed_at, state.executed_tx_id,
           state.superseded_by, state.superseded_at, withheld.at_ms as withheld_ms,
           withheld.reason as withheld_reason, coalesce(votes.for, 0) as votes_for,
           coalesce(votes.against, 0) as votes_against, appeal.case_id as appealed_case_id,
           recovery.freeze_number
    from dao_proposal proposal
    left join dao_proposal_state state on state.proposal_id = proposal.id
    left join lateral (
      select count(*) filter (where support)::int as for,
             count(*) filter (where not support)::int as against
      from (select distinct on (voter) support from dao_vote
            where dao_vote.proposal_id = proposal.id order by voter, sequence desc) counted
    ) votes on true
    left join dao_appeal_proposal own on own.proposal_id = proposal.id
    left join dao_appeal appeal on appeal.id = own.appeal_id
    left join case_withheld_text withheld on withheld.text_hash = proposal.reason_hash
    left join dao_recovery recovery on recovery.proposal_id = proposal.id
    ${filter}
    order by proposal.id desc`.execute(db)
  return rows.map(toLoadedProposal)
}

/** Votes For that approve a proposal at least. Source: `DharmaGovernanceActions`. */
const MIN_VOTES_FOR = { freeze: 0, unfreeze: 0, recover: 3 } as const

function toLoadedProposal(row: Row): LoadedProposal {
  const { id, action, target, votes_for: votesFor, votes_against: votesAgainst } = row
  const isVotedOn = votesFor + votesAgainst > 0
  return {
    row,
    action,
    target,
    ballot: {
      id,
      createdAt: row.created_at,
      votingEndsAt: row.voting_ends_at,
      executableUntil: row.executable_until,
      votesFor,
      votesAgainst,
      minVotesFor: MIN_VOTES_FOR[action],
      isSuperseded: row.superseded_by !== null,
    },
    storedStatus: row.stored_status ?? (isVotedOn ? 'active' : 'pending'),
    appealedCaseId: row.appealed_case_id,
    freezeNumber: row.freeze_number,
    executedAt: row.executed_at,
    executedTxId: row.executed_tx_id,
    supersededAt: row.superseded_at,
    withheld: toWithheld(row),
  }
}

function toWithheld({
  withheld_ms: atMs,
  withheld_reason: reason,
}: Row): LoadedProposal['withheld'] {
  return atMs === null || reason === null ? null : { at: Math.floor(atMs / 1000), reason }
}
