import type { ActivityFacts } from '../facts.ts'
import { computeShare } from '../integers.ts'
import { formatCount, formatDuration, formatTimes } from './format.ts'
import type { Input } from './input.ts'

const DAY = 86_400

/** Inputs of a wallet that received but never paid; unknown for all others. */
export const receivingInputs = {
  onlyReceivedTransfers: createReceivingInput(
    (activity) => activity.transfersIn,
    (count) => `it received ${formatCount(count, 'transfer')} and never paid anybody`,
  ),
  onlyReceivedSenders: createReceivingInput(
    (activity) => activity.senders,
    (count) => `money came from ${formatCount(count, 'account')}`,
  ),
  onlyReceivedPerSender: createReceivingInput(
    (activity) => computeShare(activity.transfersIn, activity.senders),
    (ratio) => `each sender came ${formatTimes(ratio)} on average`,
  ),
  onlyReceivedDays: createReceivingInput(
    (activity) => computeShare(activity.lastSeconds - activity.firstSeconds, DAY),
    (days) => `it received for ${formatDuration(days)} and never paid anybody`,
  ),
} satisfies Record<string, Input>

function createReceivingInput(
  selectValue: (activity: ActivityFacts) => number | null,
  describe: Input['describe'],
): Input {
  return {
    theme: 'fan_in',
    compute: ({ activity }) => (hasOnlyReceived(activity) ? selectValue(activity) : null),
    describe,
  }
}

function hasOnlyReceived({ transfersIn, transfersOut }: ActivityFacts): boolean {
  return transfersIn > 0 && transfersOut === 0
}
