import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import {
  EXECUTION_PERIOD,
  getMinScore,
  getVotingOutcome,
} from '../../votes/checks/voting-outcome.ts'
import { type Ballot, countVotes, listBallots } from '../list-ballots.ts'
import type { EntryWithDetails, ParsedCase } from '../parse-entries.ts'
import { hasVoidCause, isSaidVoid } from './find-void.ts'

/** Counts the votes again: who voted when, how each voting ended, and what was executed. */
export function findBallotDifference(parsed: ParsedCase): Difference | null {
  return (
    findRepeatedOrLost(parsed) ??
    findFirst(listBallots(parsed), (ballot) => findOneDifference(parsed, ballot))
  )
}

type Recorded = EntryWithDetails<'proposal' | 'vote' | 'voting_end' | 'execution'>

const isRecorded = (entry: EntryWithDetails<CaseEntryKind>): entry is Recorded =>
  ['proposal', 'vote', 'voting_end', 'execution'].includes(entry.kind)

/** Each is given once, and after the proposal it is about. */
function findRepeatedOrLost({ entries }: ParsedCase): Difference | null {
  const seen = new Set<string>()
  return findFirst(entries.filter(isRecorded), (recorded) => {
    const { path, kind, details } = recorded
    const key = buildKey(recorded)
    if (seen.has(key)) return { path, expected: `another ${kind}`, found: 'given twice' }
    seen.add(key)
    if (kind === 'proposal' || seen.has(`proposal ${details.proposalId}`)) return null
    const expected = 'a proposal that the case has before'
    return { path: `${path}.details.proposalId`, expected, found: `${details.proposalId}` }
  })
}

function buildKey(recorded: Recorded): string {
  const { kind, entry, details } = recorded
  const key = `${kind} ${details.proposalId}`
  return recorded.kind === 'vote' ? `${key} ${entry.by} ${recorded.details.sequence}` : key
}

function findOneDifference(parsed: ParsedCase, ballot: Ballot): Difference | null {
  return (
    findProposalDifference(parsed, ballot) ??
    findFirst(ballot.votes, (vote) => findVoteDifference(parsed, { ballot, vote })) ??
    findOrderDifference(ballot) ??
    findEndDifference(parsed, ballot) ??
    findExecutionDifference(ballot)
  )
}

function findProposalDifference({ address }: ParsedCase, { proposal, action }: Ballot) {
  const { path, details } = proposal
  const end = details.createdAt + VOTING_PERIOD_HOURS * 3600
  if (action === null) {
    const expected = `the contract's title to ${details.action} ${address}`
    return { path: `${path}.details.title`, expected, found: JSON.stringify(details.title) }
  }
  if (details.votingEndsAt === end) return null
  const expected = `${end}, ${VOTING_PERIOD_HOURS} hours after createdAt`
  return { path: `${path}.details.votingEndsAt`, expected, found: `${details.votingEndsAt}` }
}

function findVoteDifference(
  { address }: ParsedCase,
  { ballot, vote }: { ballot: Ballot; vote: EntryWithDetails<'vote'> },
): Difference | null {
  const { path, details, entry } = vote
  const { createdAt, votingEndsAt } = ballot.proposal.details
  const { action } = ballot
  if (entry.by === address || (action?.name === 'recover' && action.recoveryAddress === entry.by)) {
    const expected = 'neither the target nor the recovery address, which may not vote'
    return { path: `${path}.by`, expected, found: entry.by ?? 'null' }
  }
  const minimum = getMinScore(ballot.proposal.details)
  if (details.score < minimum) {
    const expected = `${minimum} to 100`
    return { path: `${path}.details.score`, expected, found: `${details.score}` }
  }
  if (details.castAt >= createdAt && details.castAt < votingEndsAt) return null
  const expected = `from ${createdAt} on and before ${votingEndsAt}, while voting was open`
  return { path: `${path}.details.castAt`, expected, found: `${details.castAt}` }
}

/** A later vote of a voter has a higher number, and no vote comes after the end. */
function findOrderDifference({ votes, end }: Ballot): Difference | null {
  return findFirst([...votes.entries()], ([index, { path, entry, details }]) => {
    if (end !== null && end.entry.number < entry.number) {
      return { path, expected: `before ${end.path}, the end of voting`, found: 'after it' }
    }
    const before = votes.slice(0, index).findLast((other) => other.entry.by === entry.by)
    if (before === undefined || before.details.sequence < details.sequence) return null
    const expected = `above ${before.details.sequence}, as the vote that it replaces`
    return { path: `${path}.details.sequence`, expected, found: `${details.sequence}` }
  })
}

function findEndDifference(parsed: ParsedCase, ballot: Ballot): Difference | null {
  const { entries } = parsed
  const { proposal, votes, end } = ballot
  const { action, votingEndsAt } = proposal.details
  if (end === null) {
    const later = entries.find(({ atSeconds }) => atSeconds > votingEndsAt)
    if (later === undefined) return null
    const expected = `with the end of voting on proposal ${proposal.details.proposalId} at ${votingEndsAt}, because ${later.path} is later`
    return { path: 'entries', expected, found: 'without it' }
  }
  const sums = countVotes(votes)
  const isVoid = isSaidVoid(ballot) && canBeVoid(parsed, ballot)
  const result = isVoid ? 'expired' : getVotingOutcome({ action, ...sums })
  const { proposalId } = proposal.details
  return (
    findFirstDifference(`${end.path}.details`, { proposalId, ...sums, result }, end.details) ??
    (isVoid ? null : findEarlyEnd(ballot, end))
  )
}

/** What an appeal is against is in its case, with its end; what another proposal names can be in another case. */
const canBeVoid = (parsed: ParsedCase, ballot: Ballot): boolean =>
  !ballot.proposal.details.isAppeal || hasVoidCause(parsed, ballot)

function findEarlyEnd(
  { proposal }: Ballot,
  { path, entry, atSeconds }: EntryWithDetails<'voting_end'>,
): Difference | null {
  const { votingEndsAt } = proposal.details
  if (atSeconds >= votingEndsAt) return null
  const expected = `${new Date(votingEndsAt * 1000).toISOString()}, the end of voting, or later`
  return { path: `${path}.at`, expected, found: entry.at }
}

function findExecutionDifference({ proposal, end, execution }: Ballot): Difference | null {
  if (execution === null) return null
  const { path, details } = execution
  const { action, votingEndsAt } = proposal.details
  const until = votingEndsAt + EXECUTION_PERIOD
  if (end?.details.result !== 'approved') {
    const found = `an execution, with ${end?.details.result ?? 'no end of voting'}`
    return { path, expected: 'missing, because the votes do not approve it', found }
  }
  if (details.executedAt < votingEndsAt || details.executedAt >= until) {
    const expected = `from ${votingEndsAt}, the end of voting, on and before ${until}`
    return { path: `${path}.details.executedAt`, expected, found: `${details.executedAt}` }
  }
  return findFirstDifference(`${path}.details.action`, action, details.action)
}
