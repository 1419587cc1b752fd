import { ARRIVALS, type Calendar, findSlot } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

/** What every account opens with, for fees and small favours. */
const INITIAL_FLOW = '40.0'

/** Accounts open, and the community welcomes each new one with some Lotus. */
export function planArrivals(calendar: Calendar): ScheduledAction[] {
  return ARRIVALS.flatMap(([daysAgo, names]): ScheduledAction[] => {
    const opening: ScheduledAction = {
      atMs: calendar.daysAgo(daysAgo),
      action: { kind: 'openAccounts', names, flow: INITIAL_FLOW },
    }
    if (daysAgo < 60) return [opening]
    const payments = new Map(names.map((name) => [name, '40.0']))
    const welcome = { kind: 'payMany', from: 'service', payments, token: 'LOTUS' } as const
    return [opening, { atMs: findSlot(calendar, daysAgo - 1), action: welcome }]
  })
}
