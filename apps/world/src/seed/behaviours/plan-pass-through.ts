import { SMALL_ACCOUNTS } from '../../people/account-names.ts'
import type { Calendar } from '../calendar.ts'
import { MINUTE_MS, type ScheduledAction } from '../scheduled-action.ts'

/** Oscar's rounds, in days before the end. */
const ROUND_DAYS = [42.2, 36.1, 30.3, 22.4, 14.2, 6.3]

/** Plans oscar's rounds: many accounts pay him, and he forwards nearly all of it at once. */
export function planPassThrough(calendar: Calendar): ScheduledAction[] {
  return ROUND_DAYS.flatMap((daysAgo) => planRound(calendar, calendar.daysAgo(daysAgo)))
}

function planRound({ random }: Calendar, atMs: number): ScheduledAction[] {
  const payers = random.sample(SMALL_ACCOUNTS, 6)
  return [
    ...payers.map(
      (from): ScheduledAction => ({
        atMs,
        action: { kind: 'pay', from, to: 'oscar', amount: random.amount(25, 90), token: 'TUSD' },
      }),
    ),
    {
      atMs: atMs + 6 * MINUTE_MS,
      action: { kind: 'forwardShare', from: 'oscar', to: 'collector', percent: 99, token: 'TUSD' },
    },
  ]
}
