import { type AccountName, SMALL_ACCOUNTS } from '../../people/account-names.ts'
import type { Calendar } from '../calendar.ts'
import { MINUTE_MS, type ScheduledAction } from '../scheduled-action.ts'

/** Mallory's raids, in days before the end, and their victims. */
const RAIDS: readonly (readonly [daysAgo: number, victims: readonly AccountName[]])[] = [
  [29.4, SMALL_ACCOUNTS.slice(4, 8)],
  [24.6, [...SMALL_ACCOUNTS.slice(12, 15), 'victor']],
  [18.3, SMALL_ACCOUNTS.slice(20, 24)],
]

/**
 * Plans mallory's raids: she empties wallets with stolen signatures and forwards the money within
 * the hour.
 */
export function planWalletDrains(calendar: Calendar): ScheduledAction[] {
  return RAIDS.flatMap(([daysAgo, victims]) => planWalletDrain(calendar.daysAgo(daysAgo), victims))
}

function planWalletDrain(atMs: number, victims: readonly AccountName[]): ScheduledAction[] {
  return [
    ...victims.map(
      (victim): ScheduledAction => ({ atMs, action: { kind: 'sweep', thief: 'mallory', victim } }),
    ),
    ...(victims.includes('victor') ? [planPrintTheft(atMs)] : []),
    planForwarding(atMs + 25 * MINUTE_MS, { from: 'mallory', to: 'mule', percent: 97 }),
    planForwarding(atMs + 55 * MINUTE_MS, { from: 'mule', to: 'stash', percent: 60 }),
    planForwarding(atMs + 70 * MINUTE_MS, { from: 'mule', to: 'cache', percent: 97 }),
  ]
}

function planPrintTheft(atMs: number): ScheduledAction {
  const action = { kind: 'sweepNfts', thief: 'mallory', victim: 'victor', collection: 'StonePrint' }
  return { atMs, action } as ScheduledAction
}

interface Hop {
  from: AccountName
  to: AccountName
  percent: number
}

const planForwarding = (atMs: number, hop: Hop): ScheduledAction => ({
  atMs,
  action: { kind: 'forwardShare', ...hop, token: 'TUSD' },
})
