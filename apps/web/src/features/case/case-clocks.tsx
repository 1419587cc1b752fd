import type { CaseEntry, CaseEntryDetails } from '@app/api/schemas/case.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { Clock } from 'lucide-react'
import { useChainNow } from '../../lib/chain-clock.ts'
import { DateTime, TimeUntil } from '../../ui/time.tsx'

interface Progress {
  entries: readonly CaseEntry[]
  /** The freeze that stands, of this case or another; null without one. */
  freeze: Protection['freeze']
}

/** What still runs in a case; nothing when no clock does. */
export function ClockList(progress: Progress) {
  const clocks = listClocks(progress, useChainNow())
  if (clocks.length === 0) return null
  return (
    <ul aria-label="Clocks of this case" className="mt-4 grid gap-2 border-t border-line pt-4">
      {clocks.map(({ text, atMs, effect }) => (
        <li key={text} className="figures flex gap-2.5 text-small">
          <Clock className="mt-1 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          <span className="min-w-0">
            <span className="font-medium">
              <TimeUntil text={text} atMs={atMs} />
            </span>{' '}
            <span className="text-ink-soft">
              (<DateTime time={new Date(atMs).toISOString()} />
              ). {effect}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface CaseClock {
  /** Completed by the time, such as 'Voting on proposal #7 ends'. */
  text: string
  /** Unix milliseconds of block time. */
  atMs: number
  effect: string
}

/** Lists the clocks of a case that still run at `nowMs` (Unix milliseconds of block time), the next one first. */
export function listClocks({ entries, freeze }: Progress, nowMs: number): CaseClock[] {
  return [...listVotes(entries), ...listAppeals(entries), ...listFreeze(entries, freeze)]
    .filter(({ atMs }) => atMs > nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
}

function listVotes(entries: readonly CaseEntry[]): CaseClock[] {
  const ended = new Set(
    entries.flatMap(({ kind, details }) => (kind === 'voting_end' ? details.proposalId : [])),
  )
  return entries.flatMap(({ kind, details }) => {
    // The clock of an appeal is that of its vote.
    if (kind !== 'proposal' || details.isAppeal || ended.has(details.proposalId)) return []
    const { proposalId, votingEndsAt, action } = details
    const text = `Voting on proposal #${proposalId} ends`
    return [{ text, atMs: votingEndsAt * 1000, effect: getVoteEffect(action) }]
  })
}

function listAppeals(entries: readonly CaseEntry[]): CaseClock[] {
  const closed = new Set(
    entries.flatMap(({ kind, details }) => (kind === 'appeal_outcome' ? details.appealId : [])),
  )
  return entries.flatMap(({ kind, details }) => {
    if (kind !== 'appeal' || closed.has(details.appealId)) return []
    const { appealId, deadline, against } = details
    const text = `Voting on appeal #${appealId} ends`
    return [{ text, atMs: deadline * 1000, effect: APPEAL_EFFECTS[against] }]
  })
}

function listFreeze(entries: readonly CaseEntry[], freeze: Protection['freeze']): CaseClock[] {
  const isOwn = entries.some(
    ({ kind, details }) => kind === 'freeze' && details.number === freeze?.number,
  )
  if (freeze === null || !isOwn) return []
  const effect = freeze.overruledAt === null ? FREEZE_END_EFFECT : OVERRULED_EFFECT
  return [{ text: 'The freeze ends', atMs: Date.parse(freeze.until), effect }]
}

const getVoteEffect = (action: ProposalAction): string =>
  `With at least 3 votes${action === 'recover' ? ' For' : ''} and more For than Against it is approved.`

const APPEAL_EFFECTS: Readonly<Record<CaseEntryDetails<'appeal'>['against'], string>> = {
  flag: 'With at least 3 votes the majority decides; with fewer, the flag is lifted, once in 30 days for each reason.',
  freeze:
    'With at least 3 votes the majority decides; with fewer, the freeze stays until its own end.',
}
const FREEZE_END_EFFECT = 'It ends by itself, unless a vote renews it before.'
const OVERRULED_EFFECT =
  'A vote decided to end it: it ends by itself, or before when the DAO executes that.'
