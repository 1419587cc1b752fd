import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { readNumber, readText, readTimeMs } from '../read-details.ts'

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
  /** The freeze that stands, of this case or another; null without one. */
  freeze: Protection['freeze']
}

/** Lists the clocks of a case that still run at `nowMs` (Unix milliseconds of block time), the next one first. */
export function listClocks({ entries, freeze }: Progress, nowMs: number): CaseClock[] {
  return [...listVotes(entries), ...listAppeals(entries), ...listFreeze(entries, freeze)]
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
    return [{ text: `Voting on proposal #${id} ends`, atMs, effect: getVoteEffect(entry) }]
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

function listFreeze(entries: readonly CaseEntry[], freeze: Protection['freeze']): CaseClock[] {
  const isOwn = entries.some(
    (entry) => entry.kind === 'freeze' && readNumber(entry, 'number') === freeze?.number,
  )
  if (freeze === null || !isOwn) return []
  const effect = freeze.overruledAt === null ? FREEZE_EFFECT : OVERRULED_EFFECT
  return [{ text: 'The freeze ends', atMs: Date.parse(freeze.until), effect }]
}

const collectIds = (entries: readonly CaseEntry[], kind: CaseEntry['kind'], name: string) =>
  new Set(entries.filter((entry) => entry.kind === kind).map((entry) => readText(entry, name)))

const getVoteEffect = (entry: CaseEntry): string =>
  `With at least 3 votes${entry.details.action === 'recover' ? ' For' : ''} and more For than Against it is approved.`
const APPEAL_EFFECTS: Readonly<Record<string, string>> = {
  flag: 'With at least 3 votes the majority decides; with fewer, the flag is lifted, once in 30 days for each reason.',
  freeze:
    'With at least 3 votes the majority decides; with fewer, the freeze stays until its own end.',
}
const FREEZE_EFFECT = 'It ends by itself, unless a vote renews it before.'
const OVERRULED_EFFECT =
  'A vote decided to end it: it ends by itself, or before when the DAO executes that.'
