import { MEMBERS, type Name } from '../../people/cast.ts'
import { type Calendar, slotAt } from '../calendar.ts'
import type { Moment } from '../moment.ts'

/** Prints bought, in days before the end: alice collects early and steadily, the others now and then. */
const PRINTS: readonly (readonly [Name, readonly number[]])[] = [
  ['alice', [138, 121, 97, 70, 41, 16]],
  ['bob', [120, 55]],
  ['carol', [112, 80, 25]],
  ['dave', [101, 48]],
  ['erin', [90, 38]],
  ['victor', [95, 60]],
  ['ada', [77]],
  ['hana', [52]],
]

/** Prints are bought, garden passes awarded, and alice gives one of her prints to carol. */
export function collect(calendar: Calendar): Moment[] {
  const prints = PRINTS.flatMap(([buyer, days]) =>
    days.map((day): Moment => ({ atMs: slotAt(calendar, day), act: { kind: 'buyPrint', buyer } })),
  )
  return [
    ...prints,
    ...award(calendar, 130, [...MEMBERS, 'victor']),
    ...award(calendar, 45, ['alice', 'carol', 'ada', 'hana']),
    {
      atMs: slotAt(calendar, 64),
      act: { kind: 'giveNft', from: 'alice', to: 'carol', collection: 'StonePrint' },
    },
  ]
}

function award(calendar: Calendar, daysAgo: number, names: readonly Name[]): Moment[] {
  const atMs = slotAt(calendar, daysAgo)
  const season = new Date(atMs).toISOString().slice(0, 7)
  return names.map((to) => ({ atMs, act: { kind: 'awardPass', to, season } }))
}
