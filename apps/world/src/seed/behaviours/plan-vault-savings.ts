import { type Calendar, findSlot } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

/** Days before the end, all before mallory's raids. */
const OPENED_DAYS_AGO = 40
const DEPOSITED_DAYS_AGO = [39, 29]

/**
 * Plans victor's savings in a guarded vault, which mallory cannot access; rosa is his recovery
 * address.
 */
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
