import type { Finding } from '../../checks/check.ts'
import { getVotingOutcome } from '../../votes/checks/voting-outcome.ts'
import { type Ballot, countVotes, listBallots } from '../list-ballots.ts'
import { type ParsedCase, selectEntries } from '../parse-entries.ts'

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
export function isSaidVoid({ proposal, votes, end }: Ballot): boolean {
  if (end === null || end.details.result !== 'expired') return false
  const { action, votingEndsAt } = proposal.details
  const isEarly = end.atSeconds < votingEndsAt
  return isEarly || getVotingOutcome({ action, ...countVotes(votes) }) !== 'expired'
}

/** Whether the case has what made a proposal void at the time at which its voting is said to have ended. */
export function hasVoidCause(parsed: ParsedCase, ballot: Ballot): boolean {
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
    because: `What made proposal ${ids.join(', ')} void is not in this case: npm run verify-votes checks it.`,
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
