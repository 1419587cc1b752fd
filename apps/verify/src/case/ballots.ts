import type { CaseEntryKind } from '@app/api/schemas/case.ts'
import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { toIsoTime } from '@app/values/time.ts'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { EXECUTION_PERIOD, getMinScore, getVotingResult } from '../votes/counts.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

/** A proposal of a case with what happened to it. */
export interface Ballot {
  proposal: EntryWithDetails<'proposal'>
  /** `null` when its title is not one of the contract's. */
  action: GovernanceAction | null
  votes: EntryWithDetails<'vote'>[]
  end: EntryWithDetails<'voting_end'> | null
  execution: EntryWithDetails<'execution'> | null
}

/** Lists the proposals of a case, in the order of the file. */
export function listBallots(parsed: ParsedCase): Ballot[] {
  return selectEntries(parsed, 'proposal').map((proposal) => {
    const { proposalId, action, title } = proposal.details
    const isAbout = (entry: { details: { proposalId: number } }) =>
      entry.details.proposalId === proposalId
    return {
      proposal,
      action: parseProposalTitle({ action, target: parsed.address, title }),
      votes: selectEntries(parsed, 'vote').filter(isAbout),
      end: selectEntries(parsed, 'voting_end').find(isAbout) ?? null,
      execution: selectEntries(parsed, 'execution').find(isAbout) ?? null,
    }
  })
}

/** Returns the votes that count: the last of each voter, which has the highest number. */
function listCountedVotes(votes: readonly EntryWithDetails<'vote'>[]) {
  return votes.filter(
    ({ entry, details }) =>
      !votes.some(
        (other) => other.entry.by === entry.by && other.details.sequence > details.sequence,
      ),
  )
}

/** Counts votes For and Against. */
export function countVotes(votes: readonly EntryWithDetails<'vote'>[]) {
  const counted = listCountedVotes(votes)
  const votesFor = counted.filter(({ details }) => details.support).length
  return { votesFor, votesAgainst: counted.length - votesFor }
}

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
  const result = isVoid ? 'expired' : getVotingResult({ action, ...sums })
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
  const expected = `${toIsoTime(votingEndsAt)}, the end of voting, or later`
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

/**
 * Returns when a flag was lifted otherwise than by an appeal, or a freeze ended, in Unix seconds; `null` while it
 * stands, as far as the case says.
 */
export function findEndOfNamed(
  parsed: ParsedCase,
  kind: 'flag' | 'freeze',
  number: number,
): number | null {
  if (kind === 'freeze') {
    const end = selectEntries(parsed, 'freeze_end').find(({ details }) => details.number === number)
    return end?.details.endedAt ?? null
  }
  const lift = selectEntries(parsed, 'lift').find(
    ({ details }) => details.number === number && details.cause !== 'appeal',
  )
  return lift?.atSeconds ?? null
}

/** Whether a proposal is said to have expired otherwise than by its votes at the end of its voting. */
function isSaidVoid({ proposal, votes, end }: Ballot): boolean {
  if (end === null || end.details.result !== 'expired') return false
  const { action, votingEndsAt } = proposal.details
  const isEarly = end.atSeconds < votingEndsAt
  return isEarly || getVotingResult({ action, ...countVotes(votes) }) !== 'expired'
}

/** Whether the case has what made a proposal void at the time at which its voting is said to have ended. */
function hasVoidCause(parsed: ParsedCase, ballot: Ballot): boolean {
  const { action, end, proposal } = ballot
  if (action === null || end === null) return false
  const isBefore = (at: number | null) =>
    at !== null && at <= end.atSeconds && at < proposal.details.votingEndsAt
  const isOver = (kind: 'flag' | 'freeze', number: bigint | null) =>
    number === null || isBefore(findEndOfNamed(parsed, kind, Number(number)))
  switch (action.name) {
    case 'freeze':
      return findOverruling(parsed, null).some(
        (at) => at > proposal.details.createdAt && at <= end.atSeconds,
      )
    case 'unfreeze':
      return (
        (isOver('flag', action.flagNumber) || isLiftedByAppeal(parsed, action.flagNumber)) &&
        isOver('freeze', action.freezeNumber)
      )
    case 'recover':
      return (
        isOver('freeze', action.freezeNumber) ||
        findOverruling(parsed, action.freezeNumber).some((at) => at <= end.atSeconds) ||
        isRecovered(parsed, action.freezeNumber)
      )
  }
}

/** Names the proposals that expired by something that the case does not have; `null` when there are none. */
export function findVoidFinding(parsed: ParsedCase): Finding {
  const ids = listBallots(parsed)
    .filter((ballot) => isSaidVoid(ballot) && !hasVoidCause(parsed, ballot))
    .map(({ proposal }) => proposal.details.proposalId)
  if (ids.length === 0) return null
  return {
    because: `What made proposal ${ids.join(', ')} void is not in this case: npm run verify -- votes checks it.`,
  }
}

/** When votes decided to end a freeze, or this freeze, in Unix seconds. */
const findOverruling = (parsed: ParsedCase, freezeNumber: bigint | null): number[] =>
  listBallots(parsed)
    .filter(
      ({ action, end }) =>
        action?.name === 'unfreeze' &&
        action.freezeNumber !== null &&
        (freezeNumber === null || action.freezeNumber === freezeNumber) &&
        end?.details.result === 'approved',
    )
    .map(({ proposal }) => proposal.details.votingEndsAt)

const isLiftedByAppeal = (parsed: ParsedCase, flagNumber: bigint | null): boolean =>
  selectEntries(parsed, 'lift').some(
    ({ details }) => flagNumber !== null && details.number === Number(flagNumber),
  )

const isRecovered = (parsed: ParsedCase, freezeNumber: bigint): boolean =>
  listBallots(parsed).some(
    ({ action, execution }) =>
      action?.name === 'recover' && action.freezeNumber === freezeNumber && execution !== null,
  )
