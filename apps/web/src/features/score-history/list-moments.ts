import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import type { CaseEntry, CaseEntryKind } from '@app/api/schemas/case.ts'
import type { ScoreHistoryEntry } from '@app/api/schemas/score.ts'
import { formatPoints } from '../../lib/format/format.ts'
import { toRiskBadge } from '../../lib/tone.ts'

export type HistoryEventKind =
  | 'warning'
  | 'flag'
  | 'freeze'
  | 'freeze_end'
  | 'appeal'
  | 'appeal_outcome'
  | 'lift'
  | 'published'

export interface EventMoment {
  kind: HistoryEventKind
  timeMs: number
  text: string
}

export interface ScoreMoment {
  kind: 'score'
  timeMs: number
  text: string
  entry: ScoreHistoryEntry
}

const CASE_TEXTS: Readonly<Partial<Record<CaseEntryKind, string>>> = {
  warning: 'Warning',
  flag: 'Flagged',
  freeze: 'Frozen',
  freeze_end: 'Freeze ended',
  appeal: 'Appeal opened',
  appeal_outcome: 'Appeal decided',
  lift: 'Flag or warning lifted',
}

const VOID_APPEAL = 'Appeal closed: what it was against ended otherwise'

const PUBLISHING_ACTIONS: ReadonlySet<string> = new Set(['publish', 'recheck'])

/** Lists what happened to a wallet, oldest first; each event once, whatever the number of its cases. */
export function listEvents(
  cases: readonly (readonly CaseEntry[])[],
  actions: readonly AgentHistoryEntry[],
): EventMoment[] {
  const events = [...cases.flat().flatMap(toCaseEvent), ...actions.flatMap(toPublication)]
  const unique = new Map(events.map((event) => [`${event.kind} ${event.timeMs}`, event]))
  return [...unique.values()].sort((a, b) => a.timeMs - b.timeMs)
}

function toCaseEvent({ kind, at, details }: CaseEntry): EventMoment[] {
  const text = CASE_TEXTS[kind]
  if (text === undefined || !isEventKind(kind)) return []
  const outcome = kind === 'appeal_outcome' ? details.outcome : undefined
  if (outcome === 'void') return [{ kind, timeMs: Date.parse(at), text: VOID_APPEAL }]
  return [{ kind, timeMs: Date.parse(at), text: outcome ? `${text}: ${outcome}` : text }]
}

const isEventKind = (kind: CaseEntryKind): kind is Extract<CaseEntryKind, HistoryEventKind> =>
  kind in CASE_TEXTS

const toPublication = ({ action, success, isUnchanged, timestamp }: AgentHistoryEntry) =>
  success && !isUnchanged && PUBLISHING_ACTIONS.has(action)
    ? [{ kind: 'published' as const, timeMs: Date.parse(timestamp), text: 'Score published' }]
    : []

/** Lists the scores, oldest first, each with its level and what it was before. */
export const listScoreMoments = (newestFirst: readonly ScoreHistoryEntry[]): ScoreMoment[] =>
  newestFirst
    .map((entry, index) => ({
      kind: 'score' as const,
      timeMs: Date.parse(entry.computedAt),
      text: describeScore(entry, newestFirst[index + 1]),
      entry,
    }))
    .reverse()

function describeScore(entry: ScoreHistoryEntry, before: ScoreHistoryEntry | undefined): string {
  const level = toRiskBadge(entry.riskLevel).text
  const change = before === undefined ? '' : `, before ${formatPoints(before.score)}`
  const cause = entry.previousLevelCause === 'rules' ? ': the rules changed' : ''
  const previous = entry.previousLevel
    ? `, no longer ${toRiskBadge(entry.previousLevel).text}${cause}`
    : ''
  return `Score ${formatPoints(entry.score)} ${level}${change}${previous}`
}
