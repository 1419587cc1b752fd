import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { EXECUTION_PERIOD } from '../votes/counts.ts'
import { type Ballot, listBallots } from './ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

/** How long a freeze holds, in seconds. Source: `DharmaProtectionTypes.freezePeriod`. */
export const FREEZE_PERIOD = 7 * 24 * 3600

/** Checks that freezes follow from executed votes, and end by one or by time. Undecided without the vote. */
export function findFreezeFinding(parsed: ParsedCase): Finding {
  const ballots = listBallots(parsed)
  const freezes = selectEntries(parsed, 'freeze')
  const difference =
    findFirst(freezes, (freeze) => findFreezeDifference(freeze, ballots)) ??
    findFirst(selectEntries(parsed, 'freeze_end'), (end) =>
      findEndDifference(end, { freezes, ballots }),
    )
  if (difference !== null) return difference
  const lost = freezes.find((freeze) => findBallot(ballots, freeze) === undefined)
  if (lost === undefined) return null
  return {
    because: `Proposal ${lost.details.proposalId}, which caused ${lost.path}, is not in this case: npm run verify -- votes checks it.`,
  }
}

const findBallot = (ballots: readonly Ballot[], { details }: EntryWithDetails<'freeze'>) =>
  ballots.find(({ proposal }) => proposal.details.proposalId === details.proposalId)

function findFreezeDifference(
  freeze: EntryWithDetails<'freeze'>,
  ballots: readonly Ballot[],
): Difference | null {
  const { path, details } = freeze
  const ballot = findBallot(ballots, freeze)
  if (details.since > details.renewedAt) {
    const expected = `at most ${details.renewedAt}, as renewedAt`
    return { path: `${path}.details.since`, expected, found: `${details.since}` }
  }
  if (ballot === undefined) return null
  const { execution, proposal } = ballot
  if (execution === null || proposal.details.action !== 'freeze') {
    const expected = 'an executed proposal to freeze'
    return { path: `${path}.details.proposalId`, expected, found: `${details.proposalId}` }
  }
  const { executedAt } = execution.details
  return findFirstDifference(`${path}.details.renewedAt`, executedAt, details.renewedAt)
}

interface Causes {
  freezes: readonly EntryWithDetails<'freeze'>[]
  ballots: readonly Ballot[]
}

function findEndDifference(
  { path, entry, details }: EntryWithDetails<'freeze_end'>,
  { freezes, ballots }: Causes,
): Difference | null {
  const freeze = freezes.findLast(
    (one) => one.details.number === details.number && one.entry.number < entry.number,
  )
  if (freeze === undefined) {
    const expected = 'a freeze that the case has before'
    return { path: `${path}.details.number`, expected, found: `${details.number}` }
  }
  const { endedAt, cause } = details
  if (cause === 'vote') return findVoteDifference(path, details, ballots)
  const from = freeze.details.renewedAt + FREEZE_PERIOD
  // An approved recovery that waits holds it on.
  const to = from + EXECUTION_PERIOD
  if (endedAt >= from && endedAt <= to) return null
  const expected = `from ${from}, 7 days after renewedAt, to ${to}`
  return { path: `${path}.details.endedAt`, expected, found: `${endedAt}` }
}

/** An unfreeze that names it ended it, or a new freeze took its place after a vote to end it. */
function findVoteDifference(
  path: string,
  { number, endedAt }: EntryWithDetails<'freeze_end'>['details'],
  ballots: readonly Ballot[],
): Difference | null {
  const isAgainst = ({ action }: Ballot) =>
    action?.name === 'unfreeze' && action.freezeNumber === BigInt(number)
  const isEnding = (ballot: Ballot) =>
    isAgainst(ballot) && ballot.execution?.details.executedAt === endedAt
  const isOverruling = (ballot: Ballot) =>
    isAgainst(ballot) &&
    ballot.end?.details.result === 'approved' &&
    ballot.proposal.details.votingEndsAt <= endedAt
  if (ballots.some((ballot) => isEnding(ballot) || isOverruling(ballot))) return null
  const expected = `the time of an executed proposal to end freeze ${number}, or after a vote for it`
  return { path: `${path}.details.endedAt`, expected, found: `${endedAt}` }
}
