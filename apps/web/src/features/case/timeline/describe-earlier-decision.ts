import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { formatDateTime, formatPoints } from '../../../lib/format/format.ts'
import { readNumber, readText } from '../read-details.ts'
import { describeEntry } from './describe-entry.ts'

/** What an appeal is about: the decision before it, and what changed since. */
export interface EarlierDecision {
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
  const decision = findDecision(entries, appeal)
  if (decision === undefined) return null
  const later = entries.filter(({ number }) => number > decision.number)
  const appealId = readNumber(appeal, 'appealId')
  const changes = later.filter(
    (entry) => CHANGES.includes(entry.kind) && readNumber(entry, 'appealId') !== appealId,
  )
  return {
    decision: describeDecision(entries, decision),
    changes: [
      ...describeScoreChange(entries, decision),
      ...changes.map((entry) => `${describeEntry(entry)}, on ${formatDateTime(entry.at)}.`),
    ],
  }
}

function findDecision(entries: readonly CaseEntry[], appeal: CaseEntry): CaseEntry | undefined {
  const before = entries.filter(({ number }) => number < appeal.number)
  if (appeal.kind !== 'appeal') return undefined
  const number = readNumber(appeal, 'number')
  return before.findLast(
    (entry) => entry.kind === readText(appeal, 'against') && readNumber(entry, 'number') === number,
  )
}

function describeDecision(entries: readonly CaseEntry[], decision: CaseEntry): string {
  const score = findScore(entries, ({ number }) => number <= decision.number)
  const basis = score === null ? '' : `, from a score of ${formatPoints(score)}`
  const votes = decision.kind === 'freeze' ? describeVotes(entries, decision) : ''
  return `${describeEntry(decision)}, on ${formatDateTime(decision.at)}${basis}${votes}.`
}

/** The count of the vote behind a freeze. */
function describeVotes(entries: readonly CaseEntry[], freeze: CaseEntry): string {
  const end = entries.find(
    (entry) =>
      entry.kind === 'voting_end' &&
      readText(entry, 'proposalId') === readText(freeze, 'proposalId'),
  )
  if (end === undefined) return ''
  return `, after ${readText(end, 'votesFor')} votes For and ${readText(end, 'votesAgainst')} Against`
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
  const inputs = entries.findLast((entry) => entry.kind === 'inputs' && isWanted(entry))
  return inputs === undefined ? null : readNumber(inputs, 'score')
}
