import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { type Ballot, listBallots } from '../list-ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'

/** How long an appeal may stay undecided, in seconds. Source: `DharmaProtectionTypes.appealPeriod`. */
export const APPEAL_PERIOD = 72 * 3600

/** How long before the end of its clock a second proposal may open. Source: `DharmaProtectionTypes`. */
export const SECOND_PROPOSAL_MARGIN = 24 * 3600

/** An appeal with the votes that decide it, and its outcome. */
interface Appeal {
  opened: EntryWithDetails<'appeal'>
  second: EntryWithDetails<'second_proposal'> | null
  outcome: EntryWithDetails<'appeal_outcome'> | null
  ballot: Ballot | null
  secondBallot: Ballot | null
}

/** Checks each appeal: its own vote, its clock, and that its outcome follows from both. */
export function findAppealDifference(parsed: ParsedCase): Difference | null {
  return (
    findLostEntry(parsed) ??
    findFirst(listAppeals(parsed), (appeal) => findOneDifference(parsed, appeal)) ??
    findFirst(listBallots(parsed), (ballot) => findOrphan(parsed, ballot))
  )
}

/** Lists the appeals of a case, in the order of the file. */
export function listAppeals(parsed: ParsedCase): Appeal[] {
  const ballots = listBallots(parsed)
  const findBallot = (id: number | undefined) =>
    ballots.find(({ proposal }) => proposal.details.proposalId === id) ?? null
  return selectEntries(parsed, 'appeal').map((opened) => {
    const { appealId, proposalId } = opened.details
    const isAbout = (entry: { details: { appealId: number } }) =>
      entry.details.appealId === appealId
    const second = selectEntries(parsed, 'second_proposal').find(isAbout) ?? null
    return {
      opened,
      second,
      outcome: selectEntries(parsed, 'appeal_outcome').find(isAbout) ?? null,
      ballot: findBallot(proposalId),
      secondBallot: findBallot(second?.details.proposalId),
    }
  })
}

/** Each appeal, second proposal and outcome is given once, after the appeal. */
function findLostEntry({ entries }: ParsedCase): Difference | null {
  const seen = new Set<string>()
  const isOfAppeal = (entry: ParsedCase['entries'][number]) =>
    entry.kind === 'appeal' || entry.kind === 'second_proposal' || entry.kind === 'appeal_outcome'
  return findFirst(entries.filter(isOfAppeal), ({ path, kind, details }) => {
    const key = `${kind} ${details.appealId}`
    if (seen.has(key)) return { path, expected: `another ${kind}`, found: 'given twice' }
    seen.add(key)
    if (seen.has(`appeal ${details.appealId}`)) return null
    const expected = 'an appeal that the case has before'
    return { path: `${path}.details.appealId`, expected, found: `${details.appealId}` }
  })
}

function findOneDifference(parsed: ParsedCase, appeal: Appeal): Difference | null {
  const { opened, ballot } = appeal
  const { openedAt, deadline } = opened.details
  return (
    findFirstDifference(`${opened.path}.details.deadline`, openedAt + APPEAL_PERIOD, deadline) ??
    findSubjectDifference(parsed, opened) ??
    findProposalDifference(parsed, { entry: opened, ballot, appeal }) ??
    findSecondDifference(parsed, appeal) ??
    findOutcomeDifference(parsed, appeal)
  )
}

function findSubjectDifference(
  { file, entries }: ParsedCase,
  { path, details, entry }: EntryWithDetails<'appeal'>,
): Difference | null {
  const { against, subject } = details
  if (against === 'flag') {
    const difference = findFirstDifference(`${path}.details.subject`, file.caseId, subject)
    if (difference !== null) return difference
    const isFlagged = entries.some(
      (other) => other.kind === 'flag' && isBefore(other, entry.number),
    )
    if (isFlagged) return null
    return { path, expected: 'after the flag that it is against', found: 'without a flag before' }
  }
  const before = entries.filter((other) => other.kind === 'freeze' && isBefore(other, entry.number))
  const ids = before.map((other) => ('proposalId' in other.details ? other.details.proposalId : ''))
  if (ids.map(String).includes(subject)) return null
  const expected = `the proposal of a freeze before it, ${ids.join(' or ') || 'of which there is none'}`
  return { path: `${path}.details.subject`, expected, found: subject }
}

const isBefore = ({ entry }: ParsedCase['entries'][number], number: number): boolean =>
  entry.number < number

interface AppealProposal {
  entry: EntryWithDetails<'appeal' | 'second_proposal'>
  ballot: Ballot | null
  appeal: Appeal
}

/** The proposal that decides an appeal lifts what the appeal is against, for the same reason. */
function findProposalDifference(
  { address }: ParsedCase,
  { entry, ballot, appeal }: AppealProposal,
): Difference | null {
  const { proposalId } = entry.details
  if (ballot === null) {
    const expected = 'a proposal that is in the case'
    return { path: `${entry.path}.details.proposalId`, expected, found: `${proposalId}` }
  }
  const { against, subject } = appeal.opened.details
  const { path, details, entry: own } = ballot.proposal
  const appealedCaseId = against === 'flag' ? subject : null
  const expected = { name: 'unfreeze', target: address, appealedCaseId }
  return (
    findFirstDifference(`${path}.details.isAppeal`, true, details.isAppeal) ??
    findFirstDifference(`${path}.by`, address, own.by) ??
    findFirstDifference(`${path}.details.title`, expected, ballot.action) ??
    findFirstDifference(`${path}.textHash`, entry.entry.textHash ?? own.textHash, own.textHash) ??
    (entry.kind === 'appeal'
      ? findFirstDifference(`${path}.details.createdAt`, entry.details.openedAt, details.createdAt)
      : null)
  )
}

function findSecondDifference(parsed: ParsedCase, appeal: Appeal): Difference | null {
  const { second, secondBallot, ballot, opened } = appeal
  if (second === null) return null
  const { path, details } = second
  const firstEnd = ballot?.end?.details.result
  const createdAt = secondBallot?.proposal.details.createdAt ?? 0
  const from = ballot?.proposal.details.votingEndsAt ?? 0
  const to = opened.details.deadline - SECOND_PROPOSAL_MARGIN
  if (firstEnd !== 'expired') {
    const found = `a second vote, after ${firstEnd ?? 'none'}`
    return { path, expected: 'missing, unless the first vote had too few votes', found }
  }
  const difference =
    findFirstDifference(`${path}.details.deadline`, opened.details.deadline, details.deadline) ??
    findProposalDifference(parsed, { entry: second, ballot: secondBallot, appeal })
  if (difference !== null || (createdAt >= from && createdAt <= to)) return difference
  const expected = `from ${from}, the end of the first vote, to ${to}`
  const created = `${secondBallot?.proposal.path}.details.createdAt`
  return { path: created, expected, found: `${createdAt}` }
}

function findOutcomeDifference(parsed: ParsedCase, appeal: Appeal): Difference | null {
  const { opened, outcome } = appeal
  const { appealId } = opened.details
  const expected = computeOutcome(appeal)
  if (outcome !== null) {
    return findFirstDifference(
      `${outcome.path}.details`,
      { appealId, ...expected },
      outcome.details,
    )
  }
  const later = parsed.entries.find(({ atSeconds }) => atSeconds > expected.closedAt)
  if (later === undefined) return null
  const sentence = `with the outcome of appeal ${appealId}, ${expected.outcome} at ${expected.closedAt}, because ${later.path} is later`
  return { path: 'entries', expected: sentence, found: 'without it' }
}

/** The outcome by the votes of the file, at the end of the clock at the latest. */
function computeOutcome({ opened, ballot, second, secondBallot }: Appeal) {
  const last = second === null ? ballot : secondBallot
  const result = last?.end?.details.result
  const closedAt = last?.proposal.details.votingEndsAt ?? opened.details.deadline
  if (result === 'approved') return { outcome: 'upheld', closedAt } as const
  if (result === 'rejected') return { outcome: 'denied', closedAt } as const
  return { outcome: 'undecided', closedAt: opened.details.deadline } as const
}

/** Only appeals open proposals that are marked as theirs. */
function findOrphan(parsed: ParsedCase, { proposal }: Ballot): Difference | null {
  const { proposalId, isAppeal } = proposal.details
  const opened = [...selectEntries(parsed, 'appeal'), ...selectEntries(parsed, 'second_proposal')]
  if (!isAppeal || opened.some(({ details }) => details.proposalId === proposalId)) return null
  const expected = `with the appeal that opened proposal ${proposalId}`
  return { path: 'entries', expected, found: 'without it' }
}
