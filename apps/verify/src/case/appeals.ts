import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { type Difference, findFirst, findFirstDifference } from '../check.ts'
import { type Ballot, findEndOfNamed, listBallots } from './ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

/** An appeal with the vote that decides it, and its outcome. */
interface Appeal {
  opened: EntryWithDetails<'appeal'>
  outcome: EntryWithDetails<'appeal_outcome'> | null
  ballot: Ballot | null
}

/** Checks each appeal: its own vote of 24 hours, and that its outcome follows from that, or from what ended before. */
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
  return selectEntries(parsed, 'appeal').map((opened) => {
    const { appealId } = opened.details
    const outcomes = selectEntries(parsed, 'appeal_outcome')
    return {
      opened,
      outcome: outcomes.find(({ details }) => details.appealId === appealId) ?? null,
      ballot: ballots.find(({ proposal }) => proposal.details.proposalId === appealId) ?? null,
    }
  })
}

/** Each appeal and outcome is given once, after the appeal. */
function findLostEntry({ entries }: ParsedCase): Difference | null {
  const seen = new Set<string>()
  const isOfAppeal = (entry: ParsedCase['entries'][number]) =>
    entry.kind === 'appeal' || entry.kind === 'appeal_outcome'
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
  const { opened } = appeal
  const { openedAt, deadline } = opened.details
  const end = openedAt + VOTING_PERIOD_HOURS * 3600
  return (
    findFirstDifference(`${opened.path}.details.deadline`, end, deadline) ??
    findSubjectDifference(parsed, opened) ??
    findProposalDifference(parsed, appeal) ??
    findRepetition(parsed, opened) ??
    findOutcomeDifference(parsed, appeal)
  )
}

/** The flag or the freeze of that number stands in the case before the appeal. */
function findSubjectDifference(
  { entries }: ParsedCase,
  { path, details, entry }: EntryWithDetails<'appeal'>,
): Difference | null {
  const { against, number } = details
  const before = entries.filter(
    (other) => other.kind === against && other.entry.number < entry.number,
  )
  const numbers = before.flatMap((other) =>
    other.kind === 'flag' || other.kind === 'freeze' ? other.details.number : [],
  )
  if (numbers.includes(number)) return null
  const expected = `the number of a ${against} before it, ${numbers.join(' or ') || 'of which there is none'}`
  return { path: `${path}.details.number`, expected, found: `${number}` }
}

/** The proposal that decides an appeal names what the appeal is against and nothing else, for the same reason. */
function findProposalDifference(
  { address }: ParsedCase,
  { opened, ballot }: Appeal,
): Difference | null {
  const { appealId, against, number, openedAt } = opened.details
  if (ballot === null) {
    const expected = 'the number of a proposal that is in the case'
    return { path: `${opened.path}.details.appealId`, expected, found: `${appealId}` }
  }
  const { path, details, entry: own } = ballot.proposal
  const flagNumber = against === 'flag' ? `${number}` : null
  const freezeNumber = against === 'freeze' ? `${number}` : null
  const expected = { name: 'unfreeze', target: address, flagNumber, freezeNumber }
  return (
    findFirstDifference(`${path}.details.isAppeal`, true, details.isAppeal) ??
    findFirstDifference(`${path}.details.rank`, 'other', details.rank) ??
    findFirstDifference(`${path}.by`, address, own.by) ??
    findFirstDifference(`${path}.details.title`, expected, toPlainNumbers(ballot.action)) ??
    findFirstDifference(`${path}.textHash`, opened.entry.textHash ?? own.textHash, own.textHash) ??
    findFirstDifference(`${path}.details.createdAt`, openedAt, details.createdAt)
  )
}

const toPlainNumbers = (action: Ballot['action']) =>
  action?.name === 'unfreeze'
    ? {
        ...action,
        flagNumber: action.flagNumber?.toString() ?? null,
        freezeNumber: action.freezeNumber?.toString() ?? null,
      }
    : action

/** One appeal against each flag; against each freeze one, and one more for each renewal, never two at a time. */
function findRepetition(
  parsed: ParsedCase,
  { path, details, entry }: EntryWithDetails<'appeal'>,
): Difference | null {
  const { against, number } = details
  const earlier = selectEntries(parsed, 'appeal').filter(
    (other) =>
      other.entry.number < entry.number &&
      other.details.against === against &&
      other.details.number === number,
  )
  const before = earlier.at(-1)
  if (before === undefined) return null
  const executions = selectEntries(parsed, 'freeze').filter(
    ({ details: freeze }) =>
      against === 'freeze' && freeze.number === number && freeze.renewedAt <= details.openedAt,
  )
  if (earlier.length < executions.length && details.openedAt >= before.details.deadline) return null
  const expected = `missing, because ${before.path} is against ${against} ${number} too`
  return { path, expected, found: 'another appeal' }
}

function findOutcomeDifference(parsed: ParsedCase, appeal: Appeal): Difference | null {
  const { opened, outcome } = appeal
  const { appealId } = opened.details
  const expected = computeOutcome(parsed, appeal)
  if (outcome !== null) {
    const stated = { appealId, ...expected }
    return findFirstDifference(`${outcome.path}.details`, stated, outcome.details)
  }
  const later = parsed.entries.find(({ atSeconds }) => atSeconds > expected.closedAt)
  if (later === undefined) return null
  const sentence = `with the outcome of appeal ${appealId}, ${expected.outcome} at ${expected.closedAt}, because ${later.path} is later`
  return { path: 'entries', expected: sentence, found: 'without it' }
}

const OUTCOMES = { approved: 'upheld', rejected: 'denied', expired: 'undecided' } as const

/** The outcome by the votes of the file; none where what it is against ended otherwise before the end of the voting. */
function computeOutcome(parsed: ParsedCase, { opened, ballot }: Appeal) {
  const { against, number, deadline } = opened.details
  const endedAt = findEndOfNamed(parsed, against, number)
  if (endedAt !== null && endedAt < deadline) return { outcome: 'void', closedAt: endedAt } as const
  const result = ballot?.end?.details.result
  const outcome = result === undefined ? 'undecided' : OUTCOMES[result]
  return { outcome, closedAt: deadline } as const
}

/** Only appeals open proposals that are marked as theirs. */
function findOrphan(parsed: ParsedCase, { proposal }: Ballot): Difference | null {
  const { proposalId, isAppeal } = proposal.details
  const opened = selectEntries(parsed, 'appeal')
  if (!isAppeal || opened.some(({ details }) => details.appealId === proposalId)) return null
  const expected = `with the appeal that opened proposal ${proposalId}`
  return { path: 'entries', expected, found: 'without it' }
}
