import { ARRIVALS, type Calendar, findSlot } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

/** Initial FLOW of every account, for fees and small payments. */
const INITIAL_FLOW = '40.0'

/** Plans the opening of accounts, and a payment of some Lotus to new ones. */
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
