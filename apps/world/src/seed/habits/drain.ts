import { CROWD, type Name } from '../../people/cast.ts'
import type { Calendar } from '../calendar.ts'
import { MINUTE_MS, type Moment } from '../moment.ts'

/** Mallory's raids, in days before the end, and whom she empties. */
const RAIDS: readonly (readonly [daysAgo: number, victims: readonly Name[]])[] = [
  [29.4, CROWD.slice(4, 8)],
  [24.6, [...CROWD.slice(12, 15), 'victor']],
  [18.3, CROWD.slice(20, 24)],
]

/** Mallory empties wallets with signatures that she stole and has passed the loot on within the hour. */
export function drain(calendar: Calendar): Moment[] {
  return RAIDS.flatMap(([daysAgo, victims]) => raid(calendar.daysAgo(daysAgo), victims))
}

function raid(atMs: number, victims: readonly Name[]): Moment[] {
  return [
    ...victims.map(
      (victim): Moment => ({ atMs, act: { kind: 'sweep', thief: 'mallory', victim } }),
    ),
    ...(victims.includes('victor') ? [takePrints(atMs)] : []),
    passOn(atMs + 25 * MINUTE_MS, { from: 'mallory', to: 'mule', percent: 97 }),
    passOn(atMs + 55 * MINUTE_MS, { from: 'mule', to: 'stash', percent: 60 }),
    passOn(atMs + 70 * MINUTE_MS, { from: 'mule', to: 'cache', percent: 97 }),
  ]
}

function takePrints(atMs: number): Moment {
  const act = { kind: 'sweepNfts', thief: 'mallory', victim: 'victor', collection: 'StonePrint' }
  return { atMs, act } as Moment
}

interface Hop {
  from: Name
  to: Name
  percent: number
}

const passOn = (atMs: number, hop: Hop): Moment => ({
  atMs,
  act: { kind: 'passOn', ...hop, token: 'TUSD' },
})
