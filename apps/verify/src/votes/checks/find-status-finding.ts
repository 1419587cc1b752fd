import type { ProposalStatus } from '@app/api/schemas/governance/proposal.ts'
import type { ArchivedProposal, VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import type { Finding } from '../../checks/check.ts'
import type { Difference } from '../../checks/difference.ts'
import { listProposals, listVotes, type ProposalEntry } from '../list-entries.ts'
import { parseAction } from './find-proposal-difference.ts'
import { EXECUTION_PERIOD, getVotingOutcome } from './voting-outcome.ts'

/** What is known about the time of the file's last block, in Unix seconds, both ends inclusive. */
export interface TimeRange {
  from: number
  to: number
}

/** What the chain says about the statuses. */
export interface StatusFacts {
  time: TimeRange
  /** Final statuses by proposal, as reported by the events of the contract. */
  finals: ReadonlyMap<number, string>
}

/** What a file alone says about the time: it is not before anything that is in it. */
export function readTimeRange(archive: VoteArchive): TimeRange {
  const times = [
    ...listVotes(archive).map(({ vote }) => vote.receipt.at),
    ...archive.proposals.map(({ receipt }) => receipt.at),
    ...archive.proposals.flatMap(({ execution }) => execution?.at ?? []),
  ]
  return { from: times.reduce((a, b) => Math.max(a, b), 0), to: Number.POSITIVE_INFINITY }
}

/** Checks status and execution of each proposal. Undecided where a status follows from what the file does not contain. */
export function findStatusFinding(archive: VoteArchive, facts: StatusFacts): Finding {
  const undecided: number[] = []
  for (const entry of listProposals(archive)) {
    const finding = findExecutionDifference(entry) ?? findOneFinding(entry, facts)
    if (finding === 'not checkable') undecided.push(entry.proposal.id)
    else if (finding !== null) return finding
  }
  if (undecided.length === 0) return null
  return {
    because: `Not checkable from the file: whether proposal ${undecided.join(', ')} expired because another decision, such as an upheld appeal or a later freeze, overruled it, or another proposal took its place.`,
  }
}

function findOneFinding(
  { path, proposal }: ProposalEntry,
  { time, finals }: StatusFacts,
): Difference | 'not checkable' | null {
  const { status, votesFor, votesAgainst, votingEndsAt } = proposal
  const reported = finals.get(proposal.id)
  if (reported === status) return null
  if (reported !== undefined) {
    return {
      path: `${path}.status`,
      expected: `${reported}, as the contract reported`,
      found: status,
    }
  }
  const possible = listStatuses(proposal, time)
  if (possible.includes(status)) return null
  if (status === 'expired' && canBeOverruled(proposal)) return 'not checkable'
  const votes = `with ${votesFor} For and ${votesAgainst} Against, and the end of voting at ${votingEndsAt}`
  return { path: `${path}.status`, expected: `${possible.join(' or ')}, ${votes}`, found: status }
}

/** Lists the statuses that the votes give, unless another decision overrules the proposal. */
function listStatuses(proposal: ArchivedProposal, { from, to }: TimeRange): ProposalStatus[] {
  const { votesFor, votesAgainst, votingEndsAt, execution } = proposal
  if (execution !== null) return ['executed']
  const open: ProposalStatus[] = votesFor + votesAgainst === 0 ? ['pending'] : ['active']
  return [
    ...(from < votingEndsAt ? open : []),
    ...(to >= votingEndsAt ? listClosedStatuses(proposal, { from, to }) : []),
  ]
}

function listClosedStatuses(proposal: ArchivedProposal, { from, to }: TimeRange): ProposalStatus[] {
  const outcome = getVotingOutcome(proposal)
  if (outcome !== 'approved') return [outcome]
  const executableUntil = proposal.votingEndsAt + EXECUTION_PERIOD
  const statuses: ProposalStatus[] = from < executableUntil ? ['approved'] : []
  return to >= executableUntil ? [...statuses, 'expired'] : statuses
}

function canBeOverruled(proposal: ArchivedProposal): boolean {
  const isSupersedable = proposal.votes.length === 0 && !proposal.isAppeal
  if (isSupersedable || proposal.action !== 'unfreeze') return true
  const action = parseAction(proposal)
  const isOfFlag = action?.name === 'unfreeze' && action.appealedCaseId !== null
  return !isOfFlag && getVotingOutcome(proposal) === 'approved'
}

function findExecutionDifference({ path, proposal }: ProposalEntry): Difference | null {
  const { status, execution, votingEndsAt, votesFor, votesAgainst } = proposal
  if (execution === null) {
    if (status !== 'executed') return null
    return {
      path: `${path}.execution`,
      expected: 'the transaction that executed it',
      found: 'null',
    }
  }
  const until = votingEndsAt + EXECUTION_PERIOD
  if (execution.at < votingEndsAt || execution.at >= until) {
    const expected = `from ${votingEndsAt}, the end of voting, on and before ${until}`
    return { path: `${path}.execution.at`, expected, found: `${execution.at}` }
  }
  if (getVotingOutcome(proposal) === 'approved') return null
  const expected = `null, because ${votesFor} For and ${votesAgainst} Against do not approve it`
  return { path: `${path}.execution`, expected, found: execution.txId }
}
