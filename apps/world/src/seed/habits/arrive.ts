import { ARRIVALS, type Calendar, slotAt } from '../calendar.ts'
import type { Moment } from '../moment.ts'

/** What every account opens with, for fees and small favours. */
const FLOW = '40.0'

/** Accounts open, and the community welcomes each new one with some Lotus. */
export function arrive(calendar: Calendar): Moment[] {
  return ARRIVALS.flatMap(([daysAgo, names]): Moment[] => {
    const opening: Moment = {
      atMs: calendar.daysAgo(daysAgo),
      act: { kind: 'open', names, flow: FLOW },
    }
    if (daysAgo < 60) return [opening]
    const payments = new Map(names.map((name) => [name, '40.0']))
    const welcome = { kind: 'payMany', from: 'service', payments, token: 'LOTUS' } as const
    return [opening, { atMs: slotAt(calendar, daysAgo - 1), act: welcome }]
  })
}
