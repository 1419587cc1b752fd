import { CROWD } from '../../people/cast.ts'
import type { Calendar } from '../calendar.ts'
import { MINUTE_MS, type Moment } from '../moment.ts'

/** Oscar's rounds, in days before the end. */
const ROUNDS = [42.2, 36.1, 30.3, 22.4, 14.2, 6.3]

/** Oscar takes from many who hope for more, and sends nearly all of it away at once. */
export function gather(calendar: Calendar): Moment[] {
  return ROUNDS.flatMap((daysAgo) => round(calendar, calendar.daysAgo(daysAgo)))
}

function round({ random }: Calendar, atMs: number): Moment[] {
  const hopeful = random.sample(CROWD, 6)
  return [
    ...hopeful.map(
      (from): Moment => ({
        atMs,
        act: { kind: 'pay', from, to: 'oscar', amount: random.amount(25, 90), token: 'TUSD' },
      }),
    ),
    {
      atMs: atMs + 6 * MINUTE_MS,
      act: { kind: 'passOn', from: 'oscar', to: 'collector', percent: 99, token: 'TUSD' },
    },
  ]
}
