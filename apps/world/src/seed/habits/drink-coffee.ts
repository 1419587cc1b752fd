import { CROWD, MEMBERS, type Name } from '../../people/cast.ts'
import { type Calendar, everyDays, slotsOf } from '../calendar.ts'
import { MINUTE_MS, type Moment } from '../moment.ts'

/** They have had their coffee today, and these their tea, which has one price. */
const EARLY: readonly Name[] = ['alice', 'bob', 'carol']
const TEA_DRINKERS: readonly Name[] = ['dave', 'erin']

/** Coffee at the café: regulars often, the crowd now and then; the café pays its staff and its roaster. */
export function drinkCoffee(calendar: Calendar): Moment[] {
  const regulars: readonly Name[] = [...MEMBERS, 'victor']
  return [
    ...regulars.flatMap((name) => coffees(calendar, name, 1 / 7)),
    ...CROWD.flatMap((name) => coffees(calendar, name, 1 / 60)),
    ...EARLY.map((name) => coffeeToday(calendar, name)),
    ...TEA_DRINKERS.map((name) => teaToday(calendar, name)),
    ...everyDays(calendar, 30, 110).map((atMs): Moment => ({ atMs, act: payStaff(calendar) })),
  ]
}

function coffeeToday({ nowMs, random }: Calendar, from: Name): Moment {
  return { atMs: nowMs - MINUTE_MS, act: coffee(from, random) }
}

function teaToday({ nowMs }: Calendar, from: Name): Moment {
  const act = { kind: 'pay', from, to: 'cafe', amount: '4.50', token: 'TUSD' } as const
  return { atMs: nowMs - MINUTE_MS, act }
}

function coffees(calendar: Calendar, name: Name, appetite: number): Moment[] {
  const { random } = calendar
  return slotsOf(calendar, name)
    .filter(() => random.chance(appetite))
    .map((atMs) => ({ atMs, act: coffee(name, random) }))
}

function coffee(from: Name, random: Calendar['random']): Moment['act'] {
  return { kind: 'pay', from, to: 'cafe', amount: random.amount(3, 9), token: 'TUSD' }
}

function payStaff({ random }: Calendar): Moment['act'] {
  const staff: readonly Name[] = ['ada', 'finn', 'hugo']
  const payments = new Map(staff.map((name) => [name, random.amount(10, 25)]))
  return { kind: 'payMany', from: 'cafe', payments, token: 'TUSD' }
}
