import type { ActivityFacts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import type { Input } from './input.ts'
import { duration, percent, plain } from './say.ts'

const DAY = 86_400

/** How transfers are spread over time. Days are UTC days. */
export const rhythmInputs = {
  transfersPerDay: {
    of: ({ activity }) => shareOf(transfersOf(activity) * DAY, Math.max(secondsOf(activity), DAY)),
    say: (rate) => `${plain(rate)} transfers a day`,
  },
  daysPerTransfer: {
    of: ({ activity }) => daysPer(activity, transfersOf(activity) - 1),
    say: (days) => `a transfer every ${duration(days)}`,
  },
  daysPerReceipt: {
    of: ({ activity }) => daysPer(activity, activity.transfersIn),
    say: (days) => `money comes in every ${duration(days)}`,
  },
  daysPerPayment: {
    of: ({ activity }) => daysPer(activity, activity.transfersOut),
    say: (days) => `a payment every ${duration(days)}`,
  },
  daysPerSender: {
    of: ({ activity }) => daysPer(activity, activity.senders),
    say: (days) => `a new sender every ${duration(days)}`,
  },
  daysPerRecipient: {
    of: ({ activity }) => daysPer(activity, activity.recipients),
    say: (days) => `a new recipient every ${duration(days)}`,
  },
  busiestDayShare: {
    of: ({ activity }) => shareKnown(activity.busiestDay, transfersOf(activity)),
    say: (share) => `${percent(share)} of all transfers fall on the busiest day`,
  },
  activeDayShare: {
    of: ({ activity }) =>
      shareKnown(activity.activeDays, Math.floor(secondsOf(activity) / DAY) + 1),
    say: (share) =>
      `it was active on ${percent(share)} of the days between first and last transfer`,
  },
  hoursPerActiveDay: {
    of: ({ activity }) => shareKnown(activity.activeHours, activity.activeDays ?? 0),
    say: (hours) => `active in ${plain(hours)} hours of an active day`,
  },
  inAndOutDayShare: {
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

/** Days between first and last transfer for each of `count`; `null` for none. */
function daysPer(activity: ActivityFacts, count: number): number | null {
  return shareOf(secondsOf(activity), count * DAY)
}

function shareKnown(part: number | null, whole: number): number | null {
  return part === null ? null : shareOf(part, whole)
}
