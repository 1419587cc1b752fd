import type { RuledProposal } from '@app/rules/protection-state.ts'
import type { VotingResult } from '@app/rules/voting.ts'
import type { Address } from '@app/values/address.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import { MIN_VOTES_FOR } from '@app/values/limits.ts'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ProposalRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

type Queries = Kysely<Tables>

/** A proposal as the chain's events report it. Times are Unix seconds. */
export interface LoadedProposal extends RuledProposal {
  row: ProposalRow
  executedTxId: string | null
  /** Since when, in Unix seconds, and why the operator does not show the reason. */
  withheld: { at: number; reason: string } | null
}

/** Which proposals: all, or those against some targets. */
interface ProposalSelection {
  targets?: readonly Address[]
}

/** A row of `selectProposals`. */
export type RecordedProposalRow = Selectable<Tables['dao_proposal']> & {
  stored_status: ProposalStatus | null
  executed_at: number | null
  executed_tx_id: string | null
  stored_outcome: VotingResult | null
  withheld_ms: number | null
  withheld_reason: string | null
  votes_for: number
  votes_against: number
}

/** Loads proposals, newest first. */
export async function loadProposals(
  db: Queries,
  { targets }: ProposalSelection = {},
): Promise<LoadedProposal[]> {
  const filter =
    targets === undefined ? sql`` : sql`where proposal.target = any(${targets}::text[])`
  const { rows } = await selectProposals(filter).execute(db)
  return rows.map(toLoadedProposal)
}

/** SQL: proposals, newest first. Of the votes of one voter the one with the highest sequence counts. */
export const selectProposals = (
  filter: RawBuilder<unknown>,
): RawBuilder<RecordedProposalRow> => sql<RecordedProposalRow>`
    select proposal.*, state.stored_status, state.executed_at, state.executed_tx_id,
           state.stored_outcome, withheld.at_ms as withheld_ms,
           withheld.reason as withheld_reason, coalesce(votes.for, 0) as votes_for,
           coalesce(votes.against, 0) as votes_against
    from dao_proposal proposal
    left join dao_proposal_state state on state.proposal_id = proposal.id
    left join lateral (
      select count(*) filter (where support)::int as for,
             count(*) filter (where not support)::int as against
      from (select distinct on (voter) support from dao_vote
            where dao_vote.proposal_id = proposal.id order by voter, sequence desc) counted
    ) votes on true
    left join case_withheld_text withheld on withheld.text_hash = proposal.reason_hash
    ${filter}
    order by proposal.id desc`

/** A proposal by its number. */
export interface ListedProposal {
  id: number
  target: Address
}

/** Lists the newest proposals below a number. */
export async function listBelow(
  db: Queries,
  { limit, before }: { limit: number; before: number },
): Promise<ListedProposal[]> {
  return await db
    .selectFrom('dao_proposal')
    .select(['id', 'target'])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const IS_FINISHED = sql<boolean>`coalesce(stored_status in ('executed', 'rejected', 'expired'), false)`

const withState = (db: Queries) =>
  db
    .selectFrom('dao_proposal')
    .leftJoin('dao_proposal_state', 'dao_proposal_state.proposal_id', 'dao_proposal.id')

/** Lists the proposals whose last event did not end them: time may have. */
export async function listUnfinished(db: Queries): Promise<ListedProposal[]> {
  return await withState(db)
    .select(['id', 'target'])
    .where(sql<boolean>`not ${IS_FINISHED}`)
    .execute()
}

/** Lists the targets of such proposals, and of freezes that no event has ended. */
export async function listUnsettledTargets(db: Queries): Promise<Address[]> {
  const frozen = db.selectFrom('dao_freeze').select('address').where('ended_at', 'is', null)
  const targets = withState(db).select('target as address').where(sql<boolean>`not ${IS_FINISHED}`)
  const rows = await targets.union(frozen).execute()
  return rows.map(({ address }) => address)
}

/** Lists the unfinished proposals whose voting was not over at the latest indexed block. */
export async function listOpen(db: Queries): Promise<ListedProposal[]> {
  return await withState(db)
    .select(['id', 'target'])
    .where(sql<boolean>`not ${IS_FINISHED}`)
    .where('stored_outcome', 'is', null)
    .execute()
}

/** Counts the proposals that an event ended, by status. */
export async function countFinished(db: Queries): Promise<[ProposalStatus, number][]> {
  const rows = await withState(db)
    .select(['stored_status', sql<number>`count(*)::int`.as('count')])
    .where(IS_FINISHED)
    .groupBy('stored_status')
    .execute()
  return rows.flatMap(({ stored_status: status, count }) =>
    status === null ? [] : [[status, count]],
  )
}

export function toLoadedProposal(row: RecordedProposalRow): LoadedProposal {
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
    },
    storedStatus: row.stored_status ?? (isVotedOn ? 'active' : 'pending'),
    storedOutcome: row.stored_outcome,
    flagNumber: row.flag_number,
    freezeNumber: row.freeze_number,
    isAppeal: row.is_appeal,
    executedAt: row.executed_at,
    executedTxId: row.executed_tx_id,
    withheld: toWithheld(row),
  }
}

function toWithheld({
  withheld_ms: atMs,
  withheld_reason: reason,
}: RecordedProposalRow): LoadedProposal['withheld'] {
  return atMs === null || reason === null ? null : { at: Math.floor(atMs / 1000), reason }
}
