import type { ActivityFacts, Facts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import { shareKnown, transfersOf } from './counts.ts'
import type { Input } from './input.ts'
import { counted, percent, some, times } from './say.ts'

/** How often, from how many and to how many; what concerns payments is unknown when none was made. */
export const frequencyInputs = {
  transfers: {
    theme: 'volume',
    of: ({ activity }) => transfersOf(activity),
    say: (count) => `it made or received ${counted(count, 'transfer')}`,
  },
  transfersIn: {
    theme: 'volume',
    of: ({ activity }) => activity.transfersIn,
    say: (count) => `it received ${counted(count, 'transfer')}`,
  },
  senders: {
    theme: 'fan_in',
    of: ({ activity }) => activity.senders,
    say: (count) => `money came from ${counted(count, 'account')}`,
  },
  recipients: {
    theme: 'fan_out',
    of: ({ activity }) => ifPaid(activity, activity.recipients),
    say: (count) => `money went to ${counted(count, 'account')}`,
  },
  inShare: {
    theme: 'fan_in',
    of: ({ activity }) => ifPaid(activity, shareOf(activity.transfersIn, transfersOf(activity))),
    say: (share) => `${percent(share)} of its transfers came in`,
  },
  sendersPerRecipient: {
    theme: 'fan_in',
    of: ({ activity }) => shareOf(activity.senders, activity.recipients),
    say: (ratio) => `${some(ratio, 'sender')} for each recipient`,
  },
  transfersPerSender: {
    theme: 'repeat_business',
    of: ({ activity }) => shareOf(activity.transfersIn, activity.senders),
    say: (ratio) => `each sender came ${times(ratio)} on average`,
  },
  transfersPerRecipient: {
    theme: 'repeat_business',
    of: ({ activity }) => shareOf(activity.transfersOut, activity.recipients),
    say: (ratio) => `each recipient was paid ${times(ratio)} on average`,
  },
  transfersPerAccount: {
    theme: 'repeat_business',
    of: ({ activity }) => shareOf(transfersOf(activity), partiesOf(activity)),
    say: (ratio) => `${some(ratio, 'transfer')} with each account on average`,
  },
  mutualShare: {
    theme: 'repeat_business',
    of: ({ activity }) => ifPaid(activity, mutualShare(activity)),
    say: (share) => `${percent(share)} of the accounts it deals with both paid it and were paid`,
  },
  repeatRecipientShare: {
    theme: 'repeat_business',
    of: ({ activity }) => shareKnown(activity.repeatRecipients, activity.recipients),
    say: (share) => `${percent(share)} of the recipients were paid more than once`,
  },
} satisfies Record<string, Input>

/** Senders and recipients; an account that is both counts twice. */
function partiesOf({ senders, recipients }: ActivityFacts): number {
  return senders + recipients
}

function mutualShare({ senders, recipients, mutual }: Facts['activity']): number | null {
  return mutual === null ? null : shareOf(mutual, senders + recipients - mutual)
}

function ifPaid({ transfersOut }: ActivityFacts, value: number | null): number | null {
  return transfersOut === 0 ? null : value
}
