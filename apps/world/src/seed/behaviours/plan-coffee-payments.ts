import { type AccountName, MEMBERS, SMALL_ACCOUNTS } from '../../people/account-names.ts'
import { type Calendar, listSlots, listSlotsEvery } from '../calendar.ts'
import { MINUTE_MS, type ScheduledAction } from '../scheduled-action.ts'

/** Members who buy a coffee on the last day, and those who buy a tea, which has a fixed price. */
const COFFEE_TODAY: readonly AccountName[] = ['alice', 'bob', 'carol']
const TEA_DRINKERS: readonly AccountName[] = ['dave', 'erin']

/**
 * Plans payments at the café: regulars often, small accounts sometimes; the café pays its staff.
 */
export function planCoffeePayments(calendar: Calendar): ScheduledAction[] {
  const regulars: readonly AccountName[] = [...MEMBERS, 'victor']
  return [
    ...regulars.flatMap((name) => planCoffees(calendar, name, 1 / 7)),
    ...SMALL_ACCOUNTS.flatMap((name) => planCoffees(calendar, name, 1 / 60)),
    ...COFFEE_TODAY.map((name) => planCoffeeToday(calendar, name)),
    ...TEA_DRINKERS.map((name) => planTeaToday(calendar, name)),
    ...listSlotsEvery(calendar, 30, 110).map(
      (atMs): ScheduledAction => ({ atMs, action: buildStaffPayments(calendar) }),
    ),
  ]
}

function planCoffeeToday({ nowMs, random }: Calendar, from: AccountName): ScheduledAction {
  return { atMs: nowMs - MINUTE_MS, action: buildCoffeePayment(from, random) }
}

function planTeaToday({ nowMs }: Calendar, from: AccountName): ScheduledAction {
  const action = { kind: 'pay', from, to: 'cafe', amount: '4.50', token: 'TUSD' } as const
  return { atMs: nowMs - MINUTE_MS, action }
}

function planCoffees(
  calendar: Calendar,
  name: AccountName,
  probability: number,
): ScheduledAction[] {
  const { random } = calendar
  return listSlots(calendar, name)
    .filter(() => random.chance(probability))
    .map((atMs) => ({ atMs, action: buildCoffeePayment(name, random) }))
}

function buildCoffeePayment(
  from: AccountName,
  random: Calendar['random'],
): ScheduledAction['action'] {
  return { kind: 'pay', from, to: 'cafe', amount: random.amount(3, 9), token: 'TUSD' }
}

function buildStaffPayments({ random }: Calendar): ScheduledAction['action'] {
  const staff: readonly AccountName[] = ['ada', 'finn', 'hugo']
  const payments = new Map(staff.map((name) => [name, random.amount(10, 25)]))
  return { kind: 'payMany', from: 'cafe', payments, token: 'TUSD' }
}
