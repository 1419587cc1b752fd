import type { ActivityFacts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import type { Input } from './input.ts'
import { every, percent, some } from './say.ts'

const DAY = 86_400

/** How transfers are spread over time. Days are UTC days. */
export const rhythmInputs = {
  transfersPerDay: {
    theme: 'rhythm',
    of: ({ activity }) => shareOf(transfersOf(activity) * DAY, Math.max(secondsOf(activity), DAY)),
    say: (rate) => `${some(rate, 'transfer')} a day`,
  },
  daysPerTransfer: {
    theme: 'rhythm',
    of: ({ activity }) => daysPer(activity, transfersOf(activity) - 1),
    say: (days) => `a transfer ${every(days)}`,
  },
  daysPerReceipt: {
    theme: 'rhythm',
    of: ({ activity }) => daysPer(activity, activity.transfersIn),
    say: (days) => `money comes in ${every(days)}`,
  },
  daysPerPayment: {
    theme: 'rhythm',
    of: ({ activity }) => daysPer(activity, activity.transfersOut),
    say: (days) => `a payment ${every(days)}`,
  },
  daysPerSender: {
    theme: 'fan_in',
    of: ({ activity }) => daysPer(activity, activity.senders),
    say: (days) => `a new sender ${every(days)}`,
  },
  daysPerRecipient: {
    theme: 'rhythm',
    of: ({ activity }) => daysPer(activity, activity.recipients),
    say: (days) => `a new recipient ${every(days)}`,
  },
  busiestDayShare: {
    theme: 'rhythm',
    of: ({ activity }) => shareKnown(activity.busiestDay, transfersOf(activity)),
    say: (share) => `${percent(share)} of all transfers fall on the busiest day`,
  },
  activeDayShare: {
    theme: 'rhythm',
    of: ({ activity }) => shareKnown(activity.activeDays, calendarDaysOf(activity)),
    say: (share) =>
      `it was active on ${percent(share)} of the days between first and last transfer`,
  },
  hoursPerActiveDay: {
    theme: 'rhythm',
    of: ({ activity }) => shareKnown(activity.activeHours, activity.activeDays ?? 0),
    say: (hours) => `active in ${some(hours, 'hour')} of an active day`,
  },
  inAndOutDayShare: {
    theme: 'rhythm',
    of: ({ activity }) =>
      activity.transfersOut === 0 ? null : shareKnown(activity.daysBoth, activity.activeDays ?? 0),
    say: (share) => `money came in and left on the same day on ${percent(share)} of its days`,
  },
} satisfies Record<string, Input>

function transfersOf({ transfersIn, transfersOut }: ActivityFacts): number {
  return transfersIn + transfersOut
}

function secondsOf({ firstSeconds, lastSeconds }: ActivityFacts): number {
  return lastSeconds - firstSeconds
}

/** UTC days from that of the first to that of the last transfer, both counted. */
function calendarDaysOf({ firstSeconds, lastSeconds }: ActivityFacts): number {
  return Math.floor(lastSeconds / DAY) - Math.floor(firstSeconds / DAY) + 1
}

/** Days between first and last transfer for each of `count`; `null` for none. */
function daysPer(activity: ActivityFacts, count: number): number | null {
  return shareOf(secondsOf(activity), count * DAY)
}

function shareKnown(part: number | null, whole: number): number | null {
  return part === null ? null : shareOf(part, whole)
}
