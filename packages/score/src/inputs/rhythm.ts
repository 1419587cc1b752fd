import type { ActivityFacts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import { shareKnown, transfersOf } from './counts.ts'
import type { Input } from './input.ts'
import { every, percent, some } from './say.ts'

const DAY = 86_400

/** How transfers are spread over time. Days are UTC days. */
export const rhythmInputs = {
  daysPerTransfer: {
    theme: 'rhythm',
    of: ({ activity }) => daysPer(activity, transfersOf(activity) - 1),
    say: (days) => `a transfer ${every(days)}`,
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
} satisfies Record<string, Input>

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
