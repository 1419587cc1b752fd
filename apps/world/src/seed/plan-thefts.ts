import { type AccountName, ROBBED_ACCOUNTS, SMALL_ACCOUNTS } from '../people/account-names.ts'
import {
  type Calendar,
  findSlot,
  MINUTE_MS,
  type PlannedAction,
  type ScheduledAction,
} from './calendar.ts'

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
    ...(victims.includes('victor') ? [{ atMs, action: PRINT_THEFT }] : []),
    planForwarding(atMs + 25 * MINUTE_MS, { from: 'mallory', to: 'mule', percent: 97 }),
    planForwarding(atMs + 55 * MINUTE_MS, { from: 'mule', to: 'stash', percent: 60 }),
    planForwarding(atMs + 70 * MINUTE_MS, { from: 'mule', to: 'cache', percent: 97 }),
  ]
}

const PRINT_THEFT: PlannedAction = {
  kind: 'sweepNfts',
  thief: 'mallory',
  victim: 'victor',
  collection: 'StonePrint',
}

const planForwarding = (
  atMs: number,
  hop: { from: AccountName; to: AccountName; percent: number },
): ScheduledAction => ({ atMs, action: { kind: 'forwardShare', ...hop, token: 'TUSD' } })

/** Oscar's rounds, in days before the end. */
const ROUND_DAYS = [42.2, 36.1, 30.3, 22.4, 14.2, 6.3]

/** Plans oscar's rounds: many accounts pay him, and he forwards nearly all of it at once. */
export function planPassThrough(calendar: Calendar): ScheduledAction[] {
  return ROUND_DAYS.flatMap((daysAgo) => planRound(calendar, calendar.daysAgo(daysAgo)))
}

function planRound({ random }: Calendar, atMs: number): ScheduledAction[] {
  const payers = random.sample(SMALL_ACCOUNTS, 6)
  return [
    ...payers.map(
      (from): ScheduledAction => ({
        atMs,
        action: { kind: 'pay', from, to: 'oscar', amount: random.amount(25, 90), token: 'TUSD' },
      }),
    ),
    planForwarding(atMs + 6 * MINUTE_MS, { from: 'oscar', to: 'collector', percent: 99 }),
  ]
}

/**
 * Trudy's rounds in the EVM, in days before the end, and what she pays to felix and to otto in each. The last is no whole
 * number of days from a round of oscar, when rechecks of that day are due.
 */
const LAUNDERED: readonly (readonly [daysAgo: number, amount: string])[] = [
  [28, '60.0'],
  [27, '50.0'],
  [26, '40.0'],
  [13.27, '25.0'],
]

/** What the address with a key keeps for gas; far more than it needs. */
const GAS_MONEY = '0.1'

/**
 * Plans trudy's theft, and how its money comes back: through the EVM she pays felix, and otto by an address with a key in
 * between; both withdraw it to their accounts, and felix returns a part in the same way.
 */
export function planLaundering(calendar: Calendar): ScheduledAction[] {
  const stolenMs = calendar.daysAgo(28.2)
  const theft = ROBBED_ACCOUNTS.flatMap((victim): PlannedAction[] => [
    { kind: 'pay', from: victim, to: 'trudy', amount: '120.0', token: 'FLOW', by: 'trudy' },
    { kind: 'sweep', thief: 'trudy', victim },
  ])
  return [
    planCoa(findSlot(calendar, 33), 'felix', '1.0'),
    planCoa(findSlot(calendar, 31), 'otto', '1.0'),
    ...theft.map((action) => ({ atMs: stolenMs, action })),
    planCoa(calendar.daysAgo(28.1), 'trudy', '1.0'),
    ...LAUNDERED.flatMap(([days, amount]) => planWashing(calendar.daysAgo(days), amount)),
    ...planReturn(calendar.daysAgo(24.3)),
  ]
}

const planCoa = (atMs: number, owner: AccountName, amount: string): ScheduledAction => ({
  atMs,
  action: { kind: 'openCoa', owner, amount },
})

function planWashing(atMs: number, amount: string): ScheduledAction[] {
  return planInMinutes(atMs, [
    [0, { kind: 'depositToCoa', owner: 'trudy', amount }],
    [2, { kind: 'depositToCoa', owner: 'trudy', amount }],
    [4, { kind: 'payInEvm', from: 'trudy', to: 'felix', amount }],
    [6, { kind: 'payInEvm', from: 'trudy', to: 'key', amount }],
    [7, { kind: 'payInEvm', from: 'trudy', to: 'key', amount: GAS_MONEY }],
    [50, { kind: 'payByKey', to: 'otto', amount, relayer: 'studio' }],
    [90, { kind: 'withdrawFromCoa', owner: 'felix', amount }],
    [130, { kind: 'withdrawFromCoa', owner: 'otto', amount }],
  ])
}

const RETURNED = '60.0'

const planReturn = (atMs: number): ScheduledAction[] =>
  planInMinutes(atMs, [
    [0, { kind: 'depositToCoa', owner: 'felix', amount: RETURNED }],
    [5, { kind: 'payInEvm', from: 'felix', to: 'trudy', amount: RETURNED }],
    [45, { kind: 'withdrawFromCoa', owner: 'trudy', amount: RETURNED }],
  ])

const planInMinutes = (
  atMs: number,
  actions: readonly (readonly [minutes: number, PlannedAction])[],
): ScheduledAction[] =>
  actions.map(([minutes, action]) => ({ atMs: atMs + minutes * MINUTE_MS, action }))
