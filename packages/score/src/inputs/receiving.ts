import type { ActivityFacts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import type { Input } from './input.ts'
import { counted, duration, times } from './say.ts'

const DAY = 86_400

/** What can be said of a wallet that received but never paid anybody; unknown for all others. */
export const receivingInputs = {
  onlyReceivedTransfers: receiving(
    (activity) => activity.transfersIn,
    (count) => `it received ${counted(count, 'transfer')} and never paid anybody`,
  ),
  onlyReceivedSenders: receiving(
    (activity) => activity.senders,
    (count) => `money came from ${counted(count, 'account')}`,
  ),
  onlyReceivedPerSender: receiving(
    (activity) => shareOf(activity.transfersIn, activity.senders),
    (ratio) => `each sender came ${times(ratio)} on average`,
  ),
  onlyReceivedDays: receiving(
    (activity) => shareOf(activity.lastSeconds - activity.firstSeconds, DAY),
    (days) => `it received for ${duration(days)} and never paid anybody`,
  ),
} satisfies Record<string, Input>

function receiving(of: (activity: ActivityFacts) => number | null, say: Input['say']): Input {
  return {
    theme: 'fan_in',
    of: ({ activity }) => (isReceiving(activity) ? of(activity) : null),
    say,
  }
}

function isReceiving({ transfersIn, transfersOut }: ActivityFacts): boolean {
  return transfersIn > 0 && transfersOut === 0
}
