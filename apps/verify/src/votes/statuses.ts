import type { ArchivedProposal, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import type { Difference, Finding } from '../check.ts'
import { listProposals, listVotes, type ProposalEntry } from './archive-entries.ts'
import { EXECUTION_PERIOD, getVotingResult } from './counts.ts'

/** What is known about the time of the file's last block, in Unix seconds, both ends inclusive. */
export interface TimeBounds {
  from: number
  to: number
}

/** What the chain says about the statuses. */
export interface StatusFacts {
  time: TimeBounds
  /** Final statuses by proposal, as reported by the events of the contract. */
  finals: ReadonlyMap<number, string>
}

/** What a file alone says about the time: it is not before anything that is in it. */
export function readTimeBounds(archive: VoteArchive): TimeBounds {
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
    const finding =
      findExecutionDifference(entry) ??
      findExecutedVoidDifference(archive, entry) ??
      findOneFinding(archive, entry, facts)
    if (finding === 'not checkable') undecided.push(entry.proposal.id)
    else if (finding !== null) return finding
  }
  if (undecided.length === 0) return null
  return {
    because: `Not checkable from the file: whether proposal ${undecided.join(', ')} expired because nothing stood any more of what it names, or a vote to end the freeze overruled it.`,
  }
}

function findOneFinding(
  archive: VoteArchive,
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
  if (status === 'expired' && canBeVoid(archive, proposal)) return 'not checkable'
  const votes = `with ${votesFor} For and ${votesAgainst} Against, and the end of voting at ${votingEndsAt}`
  return { path: `${path}.status`, expected: `${possible.join(' or ')}, ${votes}`, found: status }
}

/** Lists the statuses that the votes give, unless the proposal is void. */
function listStatuses(proposal: ArchivedProposal, { from, to }: TimeBounds): ProposalStatus[] {
  const { votesFor, votesAgainst, votingEndsAt, execution } = proposal
  if (execution !== null) return ['executed']
  const open: ProposalStatus[] = votesFor + votesAgainst === 0 ? ['pending'] : ['active']
  return [
    ...(from < votingEndsAt ? open : []),
    ...(to >= votingEndsAt ? listClosedStatuses(proposal, { from, to }) : []),
  ]
}

function listClosedStatuses(
  proposal: ArchivedProposal,
  { from, to }: TimeBounds,
): ProposalStatus[] {
  const outcome = getVotingResult(proposal)
  if (outcome !== 'approved') return [outcome]
  const executableUntil = proposal.votingEndsAt + EXECUTION_PERIOD
  const statuses: ProposalStatus[] = from < executableUntil ? ['approved'] : []
  return to >= executableUntil ? [...statuses, 'expired'] : statuses
}

/**
 * Whether a proposal can be void: what an unfreeze or a recovery names can end by what the file does not contain, but a
 * proposal to freeze is stopped only by the end of a vote that approved an unfreeze of a freeze.
 */
function canBeVoid({ proposals }: VoteArchive, proposal: ArchivedProposal): boolean {
  if (proposal.action !== 'freeze') return true
  const [first] = proposals
  const isMissing = first !== undefined && first.id > 1 && proposal.createdAt < first.votingEndsAt
  return isMissing || proposals.some((other) => canOverrule(other, proposal))
}

const canOverrule = (other: ArchivedProposal, proposal: ArchivedProposal): boolean =>
  other.action === 'unfreeze' &&
  other.freezeNumber !== undefined &&
  other.targetAddress === proposal.targetAddress &&
  other.votingEndsAt > proposal.createdAt &&
  getVotingResult(other) === 'approved'

/** Checks that nothing was executed that another proposal of the file had stopped. */
function findExecutedVoidDifference(
  { proposals }: VoteArchive,
  { path, proposal }: ProposalEntry,
): Difference | null {
  const { execution, action } = proposal
  if (execution === null) return null
  const others = proposals.filter(
    ({ id, targetAddress }) => id !== proposal.id && targetAddress === proposal.targetAddress,
  )
  const isWhole = proposals[0]?.id === 1
  const appeal = isWhole ? findFirstAppeal(others, proposal) : undefined
  const stop = others.find((other) =>
    action === 'recover'
      ? stopsRecovery(other, proposal, execution.at) ||
        (other === appeal && isOpen(other, execution.at))
      : action === 'freeze' && stopsFreeze(other, proposal, execution.at),
  )
  if (stop === undefined) return null
  const expected = `null, because proposal ${stop.id} had stopped it`
  return { path: `${path}.execution`, expected, found: execution.txId }
}

/** An approved unfreeze of a freeze that stood then; one that names a flag too can be approved for that alone. */
const stopsFreeze = (other: ArchivedProposal, proposal: ArchivedProposal, at: number): boolean =>
  canOverrule(other, proposal) &&
  other.votingEndsAt <= at &&
  other.flagNumber === undefined &&
  (other.status === 'approved' || other.status === 'executed')

/** Only the first appeal against a freeze holds up a recovery. */
const findFirstAppeal = (others: readonly ArchivedProposal[], { freezeNumber }: ArchivedProposal) =>
  others.find((other) => other.isAppeal && other.freezeNumber === freezeNumber)

const isOpen = ({ createdAt, votingEndsAt }: ArchivedProposal, at: number): boolean =>
  createdAt <= at && at < votingEndsAt

/**
 * The freeze of an executed recovery stood from its beginning until then: an approved unfreeze of it overruled it, or
 * another recovery under it was executed.
 */
function stopsRecovery(other: ArchivedProposal, proposal: ArchivedProposal, at: number): boolean {
  if (other.freezeNumber !== proposal.freezeNumber) return false
  if (other.action === 'recover') return other.execution !== null && other.execution.at < at
  if (other.votingEndsAt <= at) return getVotingResult(other) === 'approved'
  return false
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
  if (getVotingResult(proposal) === 'approved') return null
  const expected = `null, because ${votesFor} For and ${votesAgainst} Against do not approve it`
  return { path: `${path}.execution`, expected, found: execution.txId }
}
