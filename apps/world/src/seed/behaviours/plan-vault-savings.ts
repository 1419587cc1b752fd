import { type Calendar, findSlot } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

/** Days before the end; mallory comes later. */
const OPENED_DAYS_AGO = 40
const DEPOSITED_DAYS_AGO = [39, 29]

/** Victor keeps some of his savings in a guarded vault, where mallory does not reach them; rosa is whom he trusts. */
export function planVaultSavings(calendar: Calendar): ScheduledAction[] {
  return [
    {
      atMs: findSlot(calendar, OPENED_DAYS_AGO),
      action: { kind: 'openVault', owner: 'victor', recoveryAddress: 'rosa', perDay: '50.0' },
    },
    ...DEPOSITED_DAYS_AGO.map(
      (daysAgo): ScheduledAction => ({
        atMs: findSlot(calendar, daysAgo),
        action: { kind: 'depositToVault', owner: 'victor', amount: '150.0' },
      }),
    ),
  ]
}
