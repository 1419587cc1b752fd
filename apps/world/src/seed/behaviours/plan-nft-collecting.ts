import { type AccountName, MEMBERS } from '../../people/account-names.ts'
import { type Calendar, findSlot } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

/**
 * Purchases of prints, in days before the end: alice buys early and regularly, the others
 * sometimes.
 */
const PRINT_PURCHASE_DAYS: readonly (readonly [AccountName, readonly number[]])[] = [
  ['alice', [138, 121, 97, 70, 41, 16]],
  ['bob', [120, 55]],
  ['carol', [112, 80, 25]],
  ['dave', [101, 48]],
  ['erin', [90, 38]],
  ['victor', [95, 60]],
  ['ada', [77]],
  ['hana', [52]],
]

/**
 * Plans purchases of prints and awards of garden passes; alice sends one of her prints to carol.
 */
export function planNftCollecting(calendar: Calendar): ScheduledAction[] {
  const prints = PRINT_PURCHASE_DAYS.flatMap(([buyer, days]) =>
    days.map(
      (day): ScheduledAction => ({
        atMs: findSlot(calendar, day),
        action: { kind: 'buyPrint', buyer },
      }),
    ),
  )
  return [
    ...prints,
    ...planPassAwards(calendar, 130, [...MEMBERS, 'victor']),
    ...planPassAwards(calendar, 45, ['alice', 'carol', 'ada', 'hana']),
    {
      atMs: findSlot(calendar, 64),
      action: { kind: 'sendNft', from: 'alice', to: 'carol', collection: 'StonePrint' },
    },
  ]
}

function planPassAwards(
  calendar: Calendar,
  daysAgo: number,
  names: readonly AccountName[],
): ScheduledAction[] {
  const atMs = findSlot(calendar, daysAgo)
  const season = new Date(atMs).toISOString().slice(0, 7)
  return names.map((to) => ({ atMs, action: { kind: 'awardPass', to, season } }))
}
