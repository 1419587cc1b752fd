import type { Countdown, Proposal, ProposalDetail, VoteHealth } from '@app/api/schemas/proposal.ts'
import { getRecoverableFrom, isCarriedOut } from '@app/rules/protection-state.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { toIsoTime } from '@app/values/time.ts'
import { formatWithheld } from '@app/values/withheld.ts'
import type { ProposalRow } from '../../db/tables/dao-tables.ts'
import { isOpen, type ProposalView, readProposal } from '../../governance/read-proposals.ts'
import { readVoteHealth } from '../../governance/read-vote-health.ts'
import { type CountedVoteRow, readVotes } from '../../governance/read-votes.ts'
import type { Context } from '../../runtime/context.ts'

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

export async function toProposals(
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
  const { row, ballot, status, votingOutcome, obstacle, executedTxId, withheld, voided } = view
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
    ...toActionNumbers(row),
    rank: row.rank,
    isAppeal: row.is_appeal,
    votingOutcome,
    votingEndsAt: row.voting_ends_at,
    executableUntil: row.executable_until,
    ...(obstacle !== null && { obstacle }),
    ...(voided !== null && { voidReason: voided.reason }),
    countdowns: listCountdowns(view),
    health,
    txId: executedTxId ?? row.tx_id,
  }
}

export const toActionNumbers = ({
  flag_number: flagNumber,
  freeze_number: freezeNumber,
}: Pick<ProposalRow, 'flag_number' | 'freeze_number'>) => ({
  ...(flagNumber !== null && { flagNumber }),
  ...(freezeNumber !== null && { freezeNumber }),
})

/** Lists the times to come that concern a proposal, earliest first. */
function listCountdowns(view: ProposalView): Countdown[] {
  return [...listVotingTimes(view), ...listExecutionTimes(view), ...listFreezeTimes(view)]
    .filter(({ at }) => at > view.now)
    .sort((a, b) => a.at - b.at)
}

function listVotingTimes(view: ProposalView): Countdown[] {
  return isOpen(view) ? [{ kind: 'voting', at: view.ballot.votingEndsAt, text: 'Voting ends' }] : []
}

function listExecutionTimes(view: ProposalView): Countdown[] {
  if (view.status !== 'approved' || isCarriedOut(view)) return []
  const from = view.action === 'recover' ? getRecoverableFrom(view.state) : null
  return [
    { kind: 'execution', at: view.ballot.executableUntil, text: 'Expires' },
    ...(from === null ? [] : [{ kind: 'recovery', at: from, text: 'Can be executed' } as const]),
  ]
}

/** The freeze of the target ends: for the freeze that holds by it, and for a recovery under it. */
function listFreezeTimes({ state, ballot, ...view }: ProposalView): Countdown[] {
  const { freeze, freezeEnd: end } = state
  const isOfFreeze = freeze?.proposalId === ballot.id && view.status === 'executed'
  const isUnderFreeze =
    view.action === 'recover' && ['pending', 'active', 'approved'].includes(view.status)
  if (end === null || freeze === null || !(isOfFreeze || isUnderFreeze)) return []
  return [{ kind: 'freeze', at: end, text: 'The freeze ends' }]
}

const toVote = (vote: CountedVoteRow): ProposalDetail['votes'][number] => ({
  voter: vote.voter,
  support: vote.support,
  sequence: vote.sequence,
  castAt: toIsoTime(vote.cast_at),
  score: vote.score_tenths / 10,
  evidenceHash: vote.evidence_hash,
  publisher: vote.publisher,
  txId: vote.tx_id,
})
