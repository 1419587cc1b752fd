import type { ActivityFacts, Facts } from '../facts.ts'
import { computeShare } from '../integers.ts'
import { computeShareIfKnown, countTransfers } from './counts.ts'
import { formatAverage, formatCount, formatPercent, formatTimes } from './format.ts'
import type { Input } from './input.ts'

/**
 * Numbers of transfers and counterparties; inputs about payments are unknown for a wallet that
 * never paid.
 */
export const frequencyInputs = {
  transfers: {
    theme: 'volume',
    compute: ({ activity }) => countTransfers(activity),
    describe: (count) => `it made or received ${formatCount(count, 'transfer')}`,
  },
  transfersIn: {
    theme: 'volume',
    compute: ({ activity }) => activity.transfersIn,
    describe: (count) => `it received ${formatCount(count, 'transfer')}`,
  },
  senders: {
    theme: 'fan_in',
    compute: ({ activity }) => activity.senders,
    describe: (count) => `money came from ${formatCount(count, 'account')}`,
  },
  recipients: {
    theme: 'fan_out',
    compute: ({ activity }) => nullUnlessPaid(activity, activity.recipients),
    describe: (count) => `money went to ${formatCount(count, 'account')}`,
  },
  inShare: {
    theme: 'fan_in',
    compute: ({ activity }) =>
      nullUnlessPaid(activity, computeShare(activity.transfersIn, countTransfers(activity))),
    describe: (share) => `${formatPercent(share)} of its transfers came in`,
  },
  sendersPerRecipient: {
    theme: 'fan_in',
    compute: ({ activity }) => computeShare(activity.senders, activity.recipients),
    describe: (ratio) => `${formatAverage(ratio, 'sender')} for each recipient`,
  },
  transfersPerSender: {
    theme: 'repeat_business',
    compute: ({ activity }) => computeShare(activity.transfersIn, activity.senders),
    describe: (ratio) => `each sender came ${formatTimes(ratio)} on average`,
  },
  transfersPerRecipient: {
    theme: 'repeat_business',
    compute: ({ activity }) => computeShare(activity.transfersOut, activity.recipients),
    describe: (ratio) => `each recipient was paid ${formatTimes(ratio)} on average`,
  },
  transfersPerAccount: {
    theme: 'repeat_business',
    compute: ({ activity }) => computeShare(countTransfers(activity), countParties(activity)),
    describe: (ratio) => `${formatAverage(ratio, 'transfer')} with each account on average`,
  },
  mutualShare: {
    theme: 'repeat_business',
    compute: ({ activity }) => nullUnlessPaid(activity, computeMutualShare(activity)),
    describe: (share) =>
      `${formatPercent(share)} of the accounts it deals with both paid it and were paid`,
  },
  repeatRecipientShare: {
    theme: 'repeat_business',
    compute: ({ activity }) => computeShareIfKnown(activity.repeatRecipients, activity.recipients),
    describe: (share) => `${formatPercent(share)} of the recipients were paid more than once`,
  },
} satisfies Record<string, Input>

/** Counts senders plus recipients; an account that is both counts twice. */
function countParties({ senders, recipients }: ActivityFacts): number {
  return senders + recipients
}

function computeMutualShare({ senders, recipients, mutual }: Facts['activity']): number | null {
  return mutual === null ? null : computeShare(mutual, senders + recipients - mutual)
}

function nullUnlessPaid({ transfersOut }: ActivityFacts, value: number | null): number | null {
  return transfersOut === 0 ? null : value
}
