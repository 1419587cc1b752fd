import type { ClearanceAnswer, WatchReasons } from '@app/api/schemas/agent.ts'
import { formatCount, formatDay } from '../../lib/format/format.ts'

/** Returns why the agent watches a wallet, as one sentence. */
export const describeWatching = (reasons: WatchReasons['reasons']): string =>
  `The agent watches this wallet: ${reasons.map(({ text }) => text).join(', ')}.`

/** Returns that an accusation was withdrawn, and how many of those who were told know of it. */
export function describeClearance({ accusedAt, clearedAt, recipients }: ClearanceAnswer): string {
  const { reached, waiting, notReached } = recipients
  const told = reached + waiting + notReached
  const dates = `The accusation of ${formatDay(Date.parse(accusedAt))} was withdrawn on ${formatDay(Date.parse(clearedAt))}.`
  if (told === 0) return dates
  return `${dates} ${formatCount(reached)} of ${formatCount(told)} who were told of it know.`
}
