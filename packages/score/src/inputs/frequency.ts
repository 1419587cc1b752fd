import type { Facts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import type { Input } from './input.ts'
import { counted, percent, plain } from './say.ts'

const DAY = 86_400

/** Activity rhythm, fan-in and fan-out, repeat business. */
export const frequencyInputs = {
  transfersIn: {
    of: ({ activity }) => activity.transfersIn,
    say: (count) => `it received ${counted(count, 'transfer')}`,
  },
  transfersOut: {
    of: ({ activity }) => activity.transfersOut,
    say: (count) => `it sent ${counted(count, 'transfer')}`,
  },
  senders: {
    of: ({ activity }) => activity.senders,
    say: (count) => `money came from ${counted(count, 'account')}`,
  },
  recipients: {
    of: ({ activity }) => activity.recipients,
    say: (count) => `money went to ${counted(count, 'account')}`,
  },
  sendersPerRecipient: {
    of: ({ activity }) => shareOf(activity.senders, activity.recipients),
    say: (ratio) => `${plain(ratio)} senders for each recipient`,
  },
  transfersPerSender: {
    of: ({ activity }) => shareOf(activity.transfersIn, activity.senders),
    say: (ratio) => `each sender came ${plain(ratio)} times on average`,
  },
  transfersPerRecipient: {
    of: ({ activity }) => shareOf(activity.transfersOut, activity.recipients),
    say: (ratio) => `each recipient was paid ${plain(ratio)} times on average`,
  },
  transfersPerDay: {
    of: (facts) => transfersPerDay(facts),
    say: (rate) => `${plain(rate)} transfers a day`,
  },
  busiestDayShare: {
    of: ({ activity }) =>
      activity.busiestDay === null ? null : shareOf(activity.busiestDay, transfersOf(activity)),
    say: (share) => `${percent(share)} of all transfers fall on the busiest day`,
  },
  repeatSenderShare: {
    of: ({ activity }) =>
      activity.repeatSenders === null ? null : shareOf(activity.repeatSenders, activity.senders),
    say: (share) => `${percent(share)} of the senders came more than once`,
  },
} satisfies Record<string, Input>

function transfersOf({ transfersIn, transfersOut }: Facts['activity']): number {
  return transfersIn + transfersOut
}

/** Over the time between first and last transfer, taken as one day at least. */
function transfersPerDay({ activity }: Facts): number | null {
  const seconds = activity.lastSeconds - activity.firstSeconds
  return shareOf(transfersOf(activity) * DAY, Math.max(seconds, DAY))
}
