import type { ActivityFacts } from '../facts.ts'
import { computeShare } from '../integers.ts'
import { computeShareIfKnown, countTransfers } from './counts.ts'
import { formatAverage, formatInterval, formatPercent } from './format.ts'
import type { Input } from './input.ts'

const DAY = 86_400

/** Inputs of the distribution of transfers over time. Days are UTC days. */
export const rhythmInputs = {
  daysPerTransfer: {
    theme: 'rhythm',
    compute: ({ activity }) => computeDaysPer(activity, countTransfers(activity) - 1),
    describe: (days) => `a transfer ${formatInterval(days)}`,
  },
  daysPerSender: {
    theme: 'fan_in',
    compute: ({ activity }) => computeDaysPer(activity, activity.senders),
    describe: (days) => `a new sender ${formatInterval(days)}`,
  },
  daysPerRecipient: {
    theme: 'rhythm',
    compute: ({ activity }) => computeDaysPer(activity, activity.recipients),
    describe: (days) => `a new recipient ${formatInterval(days)}`,
  },
  activeDayShare: {
    theme: 'rhythm',
    compute: ({ activity }) =>
      computeShareIfKnown(activity.activeDays, countCalendarDays(activity)),
    describe: (share) =>
      `it was active on ${formatPercent(share)} of the days between first and last transfer`,
  },
  hoursPerActiveDay: {
    theme: 'rhythm',
    compute: ({ activity }) => computeShareIfKnown(activity.activeHours, activity.activeDays ?? 0),
    describe: (hours) => `the transfers of a day fall into ${formatAverage(hours, 'hour')}`,
  },
} satisfies Record<string, Input>

function computeSpanSeconds({ firstSeconds, lastSeconds }: ActivityFacts): number {
  return lastSeconds - firstSeconds
}

/** Counts the UTC days from that of the first to that of the last transfer, both inclusive. */
function countCalendarDays({ firstSeconds, lastSeconds }: ActivityFacts): number {
  return Math.floor(lastSeconds / DAY) - Math.floor(firstSeconds / DAY) + 1
}

/**
 * Returns the days between first and last transfer divided by `count`; `null` when it is 0 or
 * unknown.
 */
function computeDaysPer(activity: ActivityFacts, count: number): number | null {
  return computeShare(computeSpanSeconds(activity), count * DAY)
}
