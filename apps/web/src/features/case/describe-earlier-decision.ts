import type { CaseEntry, CaseEntryDetails } from '@app/api/schemas/case.ts'
import { formatDateTime, formatPoints } from '../../lib/format/format.ts'
import { describeEntry } from './describe-entry.ts'

/** What an appeal is about: the decision before it, and what changed since. */
interface EarlierDecision {
  decision: string
  /** One sentence each, oldest first; empty when nothing changed. */
  changes: string[]
}

/** Kinds of entries that can change the view on a decision. */
const CHANGES: readonly CaseEntry['kind'][] = [
  'warning',
  'flag',
  'freeze',
  'freeze_end',
  'lift',
  'clearance',
  'owner_statement',
  'appeal_outcome',
  'execution',
]

/**
 * Describes the decision that an entry `appeal` is against, and what the case recorded since,
 * this appeal and its votes left out. Returns null for other entries, and when the decision is not in this case.
 */
export function describeEarlierDecision(
  entries: readonly CaseEntry[],
  appeal: CaseEntry,
): EarlierDecision | null {
  const decision = appeal.kind === 'appeal' ? findDecision(entries, appeal) : undefined
  if (appeal.kind !== 'appeal' || decision === undefined) return null
  const later = entries.filter(({ number }) => number > decision.number)
  const { appealId } = appeal.details
  const changes = later.filter(
    ({ kind, details }) =>
      CHANGES.includes(kind) && !(kind === 'appeal_outcome' && details.appealId === appealId),
  )
  return {
    decision: describeDecision(entries, decision),
    changes: [
      ...describeScoreChange(entries, decision),
      ...changes.map((entry) => `${describeEntry(entry)}, on ${formatDateTime(entry.at)}.`),
    ],
  }
}

type Decision = CaseEntry<'flag' | 'freeze'>

function findDecision(
  entries: readonly CaseEntry[],
  { number: appealEntry, details: appeal }: CaseEntry<'appeal'>,
): Decision | undefined {
  return entries
    .filter((entry): entry is Decision => entry.kind === appeal.against)
    .findLast(({ number, details }) => number < appealEntry && details.number === appeal.number)
}

function describeDecision(entries: readonly CaseEntry[], decision: Decision): string {
  const score = findScore(entries, ({ number }) => number <= decision.number)
  const basis = score === null ? '' : `, from a score of ${formatPoints(score)}`
  const votes = decision.kind === 'freeze' ? describeVotes(entries, decision.details) : ''
  return `${describeEntry(decision)}, on ${formatDateTime(decision.at)}${basis}${votes}.`
}

function describeVotes(
  entries: readonly CaseEntry[],
  { proposalId }: CaseEntryDetails<'freeze'>,
): string {
  const ends = entries.flatMap(({ kind, details }) => (kind === 'voting_end' ? details : []))
  const end = ends.find((one) => one.proposalId === proposalId)
  if (end === undefined) return ''
  return `, after ${end.votesFor} votes For and ${end.votesAgainst} Against`
}

function describeScoreChange(entries: readonly CaseEntry[], decision: CaseEntry): string[] {
  const before = findScore(entries, ({ number }) => number <= decision.number)
  const after = findScore(entries, ({ number }) => number > decision.number)
  if (before === null || after === null || before === after) return []
  return [`The score was ${formatPoints(before)} then, and is ${formatPoints(after)} since.`]
}

/** The latest score among the entries that match. */
function findScore(
  entries: readonly CaseEntry[],
  isWanted: (entry: CaseEntry) => boolean,
): number | null {
  const inputs = entries.filter((entry) => entry.kind === 'inputs').findLast(isWanted)
  return inputs?.details.score ?? null
}
