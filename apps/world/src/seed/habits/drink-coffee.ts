import { CROWD, MEMBERS, type Name } from '../../people/cast.ts'
import { type Calendar, everyDays, slotsOf } from '../calendar.ts'
import type { Moment } from '../moment.ts'

/** Coffee at the café: regulars often, the crowd now and then; the café pays its staff and its roaster. */
export function drinkCoffee(calendar: Calendar): Moment[] {
  const regulars: readonly Name[] = [...MEMBERS, 'victor']
  return [
    ...regulars.flatMap((name) => coffees(calendar, name, 1 / 7)),
    ...CROWD.flatMap((name) => coffees(calendar, name, 1 / 60)),
    ...everyDays(calendar, 30, 110).map((atMs): Moment => ({ atMs, act: payStaff(calendar) })),
  ]
}

function coffees({ random, ...calendar }: Calendar, name: Name, appetite: number): Moment[] {
  return slotsOf({ random, ...calendar }, name)
    .filter(() => random.chance(appetite))
    .map((atMs) => ({
      atMs,
      act: { kind: 'pay', from: name, to: 'cafe', amount: random.amount(3, 9), token: 'TUSD' },
    }))
}

function payStaff({ random }: Calendar): Moment['act'] {
  const staff: readonly Name[] = ['ada', 'finn', 'hugo']
  const payments = new Map(staff.map((name) => [name, random.amount(10, 25)]))
  return { kind: 'payMany', from: 'cafe', payments, token: 'TUSD' }
}
