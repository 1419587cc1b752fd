import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { readText, readTimeMs } from '../read-details.ts'

/** Something of a case that ends at a known time. */
export interface CaseClock {
  /** Completed by the time, such as 'Voting on proposal #7 ends'. */
  text: string
  /** Unix milliseconds of block time. */
  atMs: number
  /** What happens then. */
  effect: string
}

interface Progress {
  entries: readonly CaseEntry[]
  /** ISO 8601 time at which the freeze of this case ends; null without one. */
  frozenUntil: string | null
}

/** Lists the clocks of a case that still run at `nowMs` (Unix milliseconds of block time), the next one first. */
export function listClocks({ entries, frozenUntil }: Progress, nowMs: number): CaseClock[] {
  return [...listVotes(entries), ...listAppeals(entries), ...listFreeze(frozenUntil)]
    .filter(({ atMs }) => atMs > nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
}

function listVotes(entries: readonly CaseEntry[]): CaseClock[] {
  const ended = collectIds(entries, 'voting_end', 'proposalId')
  return entries.flatMap((entry) => {
    const id = readText(entry, 'proposalId')
    const atMs = readTimeMs(entry, 'votingEndsAt')
    // The clock of an appeal is that of its vote.
    const isVote = entry.kind === 'proposal' && entry.details.isAppeal !== true
    if (!isVote || atMs === null || ended.has(id)) return []
    return [{ text: `Voting on proposal #${id} ends`, atMs, effect: VOTE_EFFECT }]
  })
}

function listAppeals(entries: readonly CaseEntry[]): CaseClock[] {
  const closed = collectIds(entries, 'appeal_outcome', 'appealId')
  return entries.flatMap((entry) => {
    const id = readText(entry, 'appealId')
    const atMs = readTimeMs(entry, 'deadline')
    if (entry.kind !== 'appeal' || atMs === null || closed.has(id)) return []
    return [
      {
        text: `Voting on appeal #${id} ends`,
        atMs,
        effect: APPEAL_EFFECTS[readText(entry, 'against')] ?? '',
      },
    ]
  })
}

const listFreeze = (frozenUntil: string | null): CaseClock[] =>
  frozenUntil === null
    ? []
    : [{ text: 'The freeze ends', atMs: Date.parse(frozenUntil), effect: FREEZE_EFFECT }]

const collectIds = (entries: readonly CaseEntry[], kind: CaseEntry['kind'], name: string) =>
  new Set(entries.filter((entry) => entry.kind === kind).map((entry) => readText(entry, name)))

const VOTE_EFFECT = 'With at least 3 votes and more For than Against it is approved.'
const APPEAL_EFFECTS: Readonly<Record<string, string>> = {
  flag: 'With at least 3 votes the majority decides; with fewer, the flag is lifted, once in 30 days for each reason.',
  freeze:
    'With at least 3 votes the majority decides; with fewer, the freeze stays until its own end.',
}
const FREEZE_EFFECT = 'It ends by itself, unless a vote renews it before.'
