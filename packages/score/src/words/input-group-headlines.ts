import { describeCount, describeDuration } from '../inputs/describe-numbers.ts'
import type { InputGroup, InputValues } from '../inputs/inputs.ts'

/** Says what a group suggests, by the sign of its points and the values behind it. */
interface InputGroupHeadlines {
  good(values: InputValues): string
  /** `null` where the values alone do not say what is unusual. */
  bad(values: InputValues): string | null
  /** Says then that it is unusual; `degree` is '' or 'slightly '. */
  unusual(degree: string): string
}

/** Points of the 0–100 score below which something is only slightly unusual. */
const SLIGHTLY_BELOW = 1

/**
 * Returns what a group suggests, in plain words of at most 60 characters. `values` are those that can
 * be spoken of, `points` those of the 0–100 score.
 */
export function getInputGroupHeadline(
  group: InputGroup,
  values: InputValues,
  points: number,
): string {
  const { good, bad, unusual } = HEADLINES[group]
  if (points > 0) return good(values)
  return bad(values) ?? unusual(-points < SLIGHTLY_BELOW ? 'slightly ' : '')
}

/** Returns whether most of what comes in leaves within the day, and none of it stays longer. */
export function isPassedOnAtOnce({ sweptDayShare, holdingDays }: InputValues): boolean {
  return isAtLeast(sweptDayShare, 0.5) && !isAtLeast(holdingDays, 2)
}

const isAtLeast = (value: number | null, limit: number) => value !== null && value >= limit
const isBelow = (value: number | null, limit: number) => value !== null && value < limit
const formatArticle = (degree: string) => (degree === '' ? 'an unusual' : `a ${degree}unusual`)

const HEADLINES: Readonly<Record<InputGroup, InputGroupHeadlines>> = {
  passes_on: {
    good: ({ sentShare, holdingDays }) => {
      if (isBelow(sentShare, 0.5)) return 'Keeps what it receives'
      return isAtLeast(holdingDays, 2)
        ? 'Holds money for days before it pays'
        : 'Pays out as ordinary wallets do'
    },
    bad: (values) => {
      if (isPassedOnAtOnce(values)) return 'Passes money on almost at once'
      if (isAtLeast(values.sentShare, 0.8)) return 'Sends on nearly all that comes in'
      return isAtLeast(values.sweptHourOfSent, 0.5) ? 'Sends on what came in within the hour' : null
    },
    unusual: (degree) => `Sends on ${formatArticle(degree)} share of what comes in`,
  },
  payment_sizes: {
    good: ({ largestSentShare }) =>
      isBelow(largestSentShare, 0.3)
        ? 'Pays in small parts of what came in'
        : 'Pays in ordinary sizes',
    bad: ({ largestSentShare, meanSentToMeanReceived }) => {
      if (isAtLeast(largestSentShare, 0.5)) return 'Sent out most of its money at once'
      return isAtLeast(meanSentToMeanReceived, 2)
        ? 'Gathers small sums and pays out large ones'
        : null
    },
    unusual: (degree) => `Pays in ${degree}unusual sizes`,
  },
  receipt_sizes: {
    good: () => 'Receives in ordinary sizes',
    bad: ({ largestOfReceived }) =>
      isAtLeast(largestOfReceived, 0.5) ? 'Most of its money came in at once' : null,
    unusual: (degree) => `Receives in ${degree}unusual sizes`,
  },
  repeat_business: {
    good: ({ mutualShare, transfersPerSender, transfersPerRecipient }) => {
      if (isAtLeast(mutualShare, 0.5)) return 'Deals both ways with the same accounts'
      return isAtLeast(transfersPerSender, 2) || isAtLeast(transfersPerRecipient, 2)
        ? 'Deals with the same accounts again'
        : 'Deals with others as ordinary wallets do'
    },
    // Half of the ordinary wallets never pay those who pay them: alone, that is no accusation.
    bad: ({ mutualShare, transfersPerSender, transfersPerRecipient }) => {
      if (isBelow(transfersPerSender, MOSTLY_ONCE)) return 'Most senders pay it only once'
      if (isBelow(transfersPerRecipient, MOSTLY_ONCE)) return 'Pays most accounts only once'
      return mutualShare === 0 ? 'No account both paid it and was paid' : null
    },
    unusual: (degree) => `Deals with others in ${formatArticle(degree)} way`,
  },
  fan_in: {
    good: ({ senders, onlyReceivedTransfers }) => {
      if (onlyReceivedTransfers !== null) return 'Only receives, like many ordinary wallets'
      return isBelow(senders, 4)
        ? 'Gets its money from few accounts'
        : 'Has as many senders as ordinary wallets'
    },
    bad: ({ senders, sendersPerRecipient, onlyReceivedTransfers }) => {
      if (onlyReceivedTransfers !== null) return 'Only receives and has never paid anybody'
      if (isAtLeast(sendersPerRecipient, 3)) return 'Collects from many accounts and pays few'
      return isAtLeast(senders, 10) ? 'Gets its money from many accounts' : null
    },
    unusual: (degree) => `Has ${formatArticle(degree)} number of senders`,
  },
  fan_out: {
    good: ({ recipients }) =>
      isBelow(recipients, 10) ? 'Pays few accounts, like ordinary wallets' : 'Pays many accounts',
    bad: ({ recipients }) => (isAtLeast(recipients, 10) ? 'Pays many different accounts' : null),
    unusual: (degree) => `Has ${formatArticle(degree)} number of recipients`,
  },
  rhythm: {
    good: ({ activeDays, spanDays }) =>
      isAtLeast(activeDays, 20) && isAtLeast(spanDays, 60)
        ? `Used regularly for ${describeDuration(spanDays ?? 0)}`
        : 'Used at the pace of ordinary wallets',
    bad: ({ activeDayShare }) =>
      isBelow(activeDayShare, 0.1) ? 'Used in bursts with long pauses' : null,
    unusual: (degree) => `Used at ${formatArticle(degree)} pace`,
  },
  volume: {
    good: ({ transfers }) =>
      isAtLeast(transfers, 30) ? 'Has made many transfers' : 'Has made some transfers',
    bad: ({ transfers }) =>
      isBelow(transfers, 30) ? `Only ${describeCount(transfers ?? 0, 'transfer')} so far` : null,
    unusual: (degree) => `Has ${formatArticle(degree)} number of transfers`,
  },
  lifetime: {
    good: ({ spanDays }) => `In use for ${describeDuration(spanDays ?? 0)}`,
    bad: ({ spanDays }) =>
      isBelow(spanDays, 365) ? `Not long in use yet: ${describeDuration(spanDays ?? 0)}` : null,
    unusual: (degree) => `In use at ${degree}unusual times`,
  },
  creation_rank: {
    good: ({ creationRank }) =>
      isBelow(creationRank, 0.5) ? 'One of the older accounts' : 'Not one of the newest accounts',
    bad: ({ creationRank }) => (isAtLeast(creationRank, 0.9) ? 'One of the newest accounts' : null),
    unusual: () => 'Not one of the older accounts',
  },
}

/** With an average below this, more than half of the accounts came once: an average of 2 − x has at least x of them. */
const MOSTLY_ONCE = 1.5
