import { type AccountName, SMALL_ACCOUNTS } from '../../people/account-names.ts'
import { type Calendar, listSlotsEvery } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

const SALARIES: ReadonlyMap<AccountName, string> = new Map([
  ['alice', '1400.0'],
  ['bob', '1100.0'],
  ['carol', '1250.0'],
  ['dave', '980.0'],
  ['erin', '900.0'],
  ['victor', '1050.0'],
])

/** Plans acme's payments: salaries every two weeks, and small accounts for jobs. */
export function planSalaries(calendar: Calendar): ScheduledAction[] {
  const funding: ScheduledAction[] = listSlotsEvery(calendar, 30, 145).map((atMs) => ({
    atMs,
    action: { kind: 'issue', to: 'acme', amount: '30000.0' },
  }))
  const salaries: ScheduledAction[] = listSlotsEvery(calendar, 14, 144).map((atMs) => ({
    atMs,
    action: { kind: 'payMany', from: 'acme', payments: SALARIES, token: 'TUSD' },
  }))
  const jobs: ScheduledAction[] = listSlotsEvery(calendar, 12, 138).map((atMs) => ({
    atMs,
    action: {
      kind: 'payMany',
      from: 'acme',
      payments: buildJobPayments(calendar, atMs),
      token: 'TUSD',
    },
  }))
  return [...funding, ...salaries, ...jobs]
}

function buildJobPayments(calendar: Calendar, atMs: number): Map<AccountName, string> {
  const openAccounts = SMALL_ACCOUNTS.filter((name) => calendar.openedAt(name) < atMs)
  return new Map(openAccounts.map((name) => [name, calendar.random.amount(60, 240)]))
}
