import type { Countdown, Proposal, ProposalDetail } from '@app/api/schemas/governance/proposal.ts'
import type { VoteHealth } from '@app/api/schemas/governance/vote-health.ts'
import { toPlainText } from '@app/values/text/plain-text.ts'
import { formatWithheld } from '@app/values/text/withheld.ts'
import { readVoteHealth } from '../../governance/health/read-vote-health.ts'
import { type ProposalView, readProposal, readProposals } from '../../governance/read-proposals.ts'
import { type CountedVoteRow, readVotes } from '../../governance/read-votes.ts'
import { getAppealOutcome } from '../../governance/rules/appeal.ts'
import { getRecoverableFrom } from '../../governance/rules/proposal-status.ts'
import { getFreezeEnd } from '../../governance/rules/protection-record.ts'
import type { Context } from '../../runtime/context.ts'

/** Loads all proposals, newest first. */
export async function loadProposalList(
  context: Pick<Context, 'db' | 'config'>,
): Promise<Proposal[]> {
  return await toProposals(context, await readProposals(context))
}

/** Loads one proposal; `null` when there is none with this number. */
export async function loadProposal(
  context: Pick<Context, 'db' | 'config'>,
  id: number,
): Promise<Proposal | null> {
  const view = await readProposal(context, id)
  const [proposal] = view === null ? [] : await toProposals(context, [view])
  return proposal ?? null
}

/** Loads one proposal with its counted votes; `null` when there is none with this number. */
export async function loadProposalDetail(
  context: Pick<Context, 'db' | 'config'>,
  id: number,
): Promise<ProposalDetail | null> {
  const proposal = await loadProposal(context, id)
  if (proposal === null) return null
  return { ...proposal, votes: (await readVotes(context, id)).map(toVote) }
}

async function toProposals(
  context: Pick<Context, 'db' | 'config'>,
  views: readonly ProposalView[],
): Promise<Proposal[]> {
  const health = await readVoteHealth(context, views)
  return views.flatMap((view) => {
    const own = health.get(view.ballot.id)
    return own === undefined ? [] : [toProposal(view, own)]
  })
}

function toProposal(view: ProposalView, health: VoteHealth): Proposal {
  const { row, ballot, status, votingOutcome, obstacle, executedTxId, withheld } = view
  return {
    id: row.id,
    action: row.action,
    targetAddress: row.target,
    proposer: row.proposer,
    reason: withheld === null ? toPlainText(row.reason) : formatWithheld(withheld),
    status,
    votesFor: ballot.votesFor,
    votesAgainst: ballot.votesAgainst,
    createdAt: row.created_at,
    title: row.title,
    description: row.description,
    isAppeal: row.is_appeal,
    votingOutcome,
    votingEndsAt: row.voting_ends_at,
    executableUntil: row.executable_until,
    ...(obstacle !== null && { obstacle }),
    countdowns: listCountdowns(view),
    health,
    txId: executedTxId ?? row.tx_id,
  }
}

/** Lists the times to come that concern a proposal, earliest first. */
function listCountdowns(view: ProposalView): Countdown[] {
  return [
    ...listVotingTimes(view),
    ...listExecutionTimes(view),
    ...listFreezeTimes(view),
    ...listAppealTimes(view),
  ]
    .filter(({ at }) => at > view.now)
    .sort((a, b) => a.at - b.at)
}

const isOpen = ({ status }: ProposalView) => status === 'pending' || status === 'active'

function listVotingTimes(view: ProposalView): Countdown[] {
  return isOpen(view) ? [{ kind: 'voting', at: view.ballot.votingEndsAt, text: 'Voting ends' }] : []
}

function listExecutionTimes(view: ProposalView): Countdown[] {
  if (view.status !== 'approved') return []
  const from = view.action === 'recover' ? getRecoverableFrom(view.record) : null
  return [
    { kind: 'execution', at: view.ballot.executableUntil, text: 'Expires' },
    ...(from === null ? [] : [{ kind: 'recovery', at: from, text: 'Can be executed' } as const]),
  ]
}

/** The freeze of the target ends: for the freeze that holds by it, and for a recovery under it. */
function listFreezeTimes({ record, now, ballot, ...view }: ProposalView): Countdown[] {
  const { freeze } = record
  const isOfFreeze = freeze?.proposalId === ballot.id && view.status === 'executed'
  const isUnderFreeze =
    view.action === 'recover' && ['pending', 'active', 'approved'].includes(view.status)
  const end = getFreezeEnd(record, now)
  if (end === null || freeze?.endedAt !== null || !(isOfFreeze || isUnderFreeze)) return []
  return [{ kind: 'freeze', at: end, text: 'The freeze ends' }]
}

function listAppealTimes({ record, ballot, now }: ProposalView): Countdown[] {
  const appeal = record.appeals.find(({ ballots }) => ballots.some(({ id }) => id === ballot.id))
  if (appeal === undefined || getAppealOutcome(appeal, now).outcome !== 'open') return []
  return [{ kind: 'appeal', at: appeal.deadline, text: 'The appeal ends undecided' }]
}

const toVote = (vote: CountedVoteRow): ProposalDetail['votes'][number] => ({
  voter: vote.voter,
  support: vote.support,
  sequence: vote.sequence,
  castAt: new Date(vote.cast_at * 1000).toISOString(),
  score: vote.score_tenths / 10,
  evidenceHash: vote.evidence_hash,
  publisher: vote.publisher,
  txId: vote.tx_id,
})
