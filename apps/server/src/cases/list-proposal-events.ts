import type { ProposalView } from '../governance/read-proposals.ts'
import type { CaseEvent } from './case-entry.ts'
import type { CaseSources } from './read-case-sources.ts'

/** Lists what happened to a proposal by now: itself, its votes, the end of voting and its execution. Pure. */
export function listProposalEvents(
  { votes }: Pick<CaseSources, 'votes'>,
  proposal: ProposalView,
  caseId: string,
): CaseEvent[] {
  const own = votes.filter(({ proposal_id }) => proposal_id === proposal.ballot.id)
  return [
    toProposalEvent(proposal, caseId),
    ...own.map((vote) => toVoteEvent(vote, caseId)),
    ...listVotingEnd(proposal, caseId),
    ...listExecution(proposal, caseId),
  ]
}

const WITHOUT_TEXT = { text: null, textHash: null }

function toProposalEvent({ row, action }: ProposalView, caseId: string): CaseEvent {
  const { id: proposalId, title, rank, is_appeal: isAppeal } = row
  const times = { createdAt: row.created_at, votingEndsAt: row.voting_ends_at }
  return {
    caseId,
    kind: 'proposal',
    atMs: row.created_at * 1000,
    by: row.proposer,
    details: { proposalId, action, title, rank, isAppeal, ...times },
    source: `proposal ${proposalId}`,
    text: row.reason,
    textHash: row.reason_hash,
    txId: row.tx_id,
  }
}

function toVoteEvent(vote: CaseSources['votes'][number], caseId: string): CaseEvent {
  const { proposal_id: proposalId, voter, sequence, support, evidence_hash, cast_at } = vote
  const score = vote.score_tenths / 10
  return {
    caseId,
    kind: 'vote',
    atMs: cast_at * 1000,
    by: voter,
    details: { proposalId, support, sequence, score, evidenceHash: evidence_hash, castAt: cast_at },
    source: `vote ${proposalId} ${voter} ${sequence}`,
    ...WITHOUT_TEXT,
    txId: vote.tx_id,
  }
}

function listVotingEnd(proposal: ProposalView, caseId: string): CaseEvent[] {
  const { ballot, votingOutcome: result, voided } = proposal
  if (result === 'open') return []
  const { id: proposalId, votesFor, votesAgainst, votingEndsAt } = ballot
  return [
    {
      caseId,
      kind: 'voting_end',
      // One of which nothing stands any more ends before.
      atMs: Math.min(voided?.at ?? votingEndsAt, votingEndsAt) * 1000,
      by: null,
      details: { proposalId, result, votesFor, votesAgainst },
      source: `voting end ${proposalId}`,
      ...WITHOUT_TEXT,
      txId: null,
    },
  ]
}

function listExecution(
  { row, action, executedAt, executedTxId }: ProposalView,
  caseId: string,
): CaseEvent[] {
  if (executedAt === null) return []
  return [
    {
      caseId,
      kind: 'execution',
      atMs: executedAt * 1000,
      by: null,
      details: { proposalId: row.id, action, executedAt },
      source: `execution ${row.id}`,
      ...WITHOUT_TEXT,
      txId: executedTxId,
    },
  ]
}
