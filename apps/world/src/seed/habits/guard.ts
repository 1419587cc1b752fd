import { type Calendar, slotAt } from '../calendar.ts'
import type { Moment } from '../moment.ts'

/** Days before the end; mallory comes later. */
const OPENED = 40
const SAVED = [39, 29]

/** Victor keeps some of his savings in a guarded vault, where mallory does not reach them; rosa is whom he trusts. */
export function guard(calendar: Calendar): Moment[] {
  return [
    {
      atMs: slotAt(calendar, OPENED),
      act: { kind: 'openVault', owner: 'victor', heir: 'rosa', perDay: '50.0' },
    },
    ...SAVED.map(
      (daysAgo): Moment => ({
        atMs: slotAt(calendar, daysAgo),
        act: { kind: 'entrust', owner: 'victor', amount: '150.0' },
      }),
    ),
  ]
}
