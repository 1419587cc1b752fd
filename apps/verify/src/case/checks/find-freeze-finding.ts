import type { Finding } from '../../checks/check.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { type Ballot, listBallots } from '../list-ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'

/** How long a freeze holds, in seconds. Source: `DharmaProtectionTypes.freezePeriod`. */
export const FREEZE_PERIOD = 7 * 24 * 3600

/** Most that an appeal beside an approved recovery lengthens it, in seconds. Source: `DharmaProtectionTypes`. */
export const FREEZE_EXTENSION = 96 * 3600

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
    because: `Proposal ${lost.details.proposalId}, which caused ${lost.path}, is not in this case: npm run verify-votes checks it.`,
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
  if (cause === 'vote') return findVoteDifference(path, endedAt, ballots)
  const from = freeze.details.renewedAt + FREEZE_PERIOD
  const to = from + FREEZE_EXTENSION
  if (endedAt >= from && endedAt <= to) return null
  const expected = `from ${from}, 7 days after renewedAt, to ${to}`
  return { path: `${path}.details.endedAt`, expected, found: `${endedAt}` }
}

function findVoteDifference(path: string, endedAt: number, ballots: readonly Ballot[]) {
  const isEnding = ({ proposal, execution }: Ballot) =>
    proposal.details.action !== 'freeze' && execution?.details.executedAt === endedAt
  if (ballots.some(isEnding)) return null
  const expected = 'the time of an executed proposal to unfreeze or to recover'
  return { path: `${path}.details.endedAt`, expected, found: `${endedAt}` }
}
