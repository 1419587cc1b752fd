import type { ActivityFacts, Facts, TokenFacts } from '../facts.ts'
import { computeRatio, computeShare } from '../integers.ts'
import {
  describeAverage,
  describeCount,
  describeDuration,
  describeInterval,
  describeMultiple,
  describePercent,
  describeTimes,
} from './describe-numbers.ts'

/** The subject of an input; a reason sums up all rows of one group. */
export type InputGroup =
  | 'passes_on'
  | 'payment_sizes'
  | 'receipt_sizes'
  | 'repeat_business'
  | 'fan_in'
  | 'fan_out'
  | 'rhythm'
  | 'volume'
  | 'lifetime'
  | 'creation_rank'

/** A scale-free number of a wallet, which points tables divide into bands. */
interface Input {
  group: InputGroup
  /** `null` when the facts do not contain it, or when it has no meaning for this wallet. */
  compute(facts: Facts): number | null
  /** The value in plain words, as a clause without a full stop. */
  describe(value: number): string
}

const DAY = 86_400

/**
 * Numbers of transfers and counterparties; inputs about payments are unknown for a wallet that
 * never paid.
 */
const frequencyInputs = {
  transfers: {
    group: 'volume',
    compute: ({ activity }) => countTransfers(activity),
    describe: (count) => `it made or received ${describeCount(count, 'transfer')}`,
  },
  transfersIn: {
    group: 'volume',
    compute: ({ activity }) => activity.transfersIn,
    describe: (count) => `it received ${describeCount(count, 'transfer')}`,
  },
  senders: {
    group: 'fan_in',
    compute: ({ activity }) => activity.senders,
    describe: (count) => `money came from ${describeCount(count, 'account')}`,
  },
  recipients: {
    group: 'fan_out',
    compute: ({ activity }) => nullUnlessPaid(activity, activity.recipients),
    describe: (count) => `money went to ${describeCount(count, 'account')}`,
  },
  inShare: {
    group: 'fan_in',
    compute: ({ activity }) =>
      nullUnlessPaid(activity, computeShare(activity.transfersIn, countTransfers(activity))),
    describe: (share) => `${describePercent(share)} of its transfers came in`,
  },
  sendersPerRecipient: {
    group: 'fan_in',
    compute: ({ activity }) => computeShare(activity.senders, activity.recipients),
    describe: (ratio) => `${describeAverage(ratio, 'sender')} for each recipient`,
  },
  transfersPerSender: {
    group: 'repeat_business',
    compute: ({ activity }) => computeShare(activity.transfersIn, activity.senders),
    describe: (ratio) => `each sender came ${describeTimes(ratio)} on average`,
  },
  transfersPerRecipient: {
    group: 'repeat_business',
    compute: ({ activity }) => computeShare(activity.transfersOut, activity.recipients),
    describe: (ratio) => `each recipient was paid ${describeTimes(ratio)} on average`,
  },
  transfersPerAccount: {
    group: 'repeat_business',
    compute: ({ activity }) => computeShare(countTransfers(activity), countParties(activity)),
    describe: (ratio) => `${describeAverage(ratio, 'transfer')} with each account on average`,
  },
  mutualShare: {
    group: 'repeat_business',
    compute: ({ activity }) => nullUnlessPaid(activity, computeMutualShare(activity)),
    describe: (share) =>
      `${describePercent(share)} of the accounts it deals with both paid it and were paid`,
  },
  repeatRecipientShare: {
    group: 'repeat_business',
    compute: ({ activity }) => computeShareIfKnown(activity.repeatRecipients, activity.recipients),
    describe: (share) => `${describePercent(share)} of the recipients were paid more than once`,
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

/** Inputs of the distribution of transfers over time. Days are UTC days. */
const rhythmInputs = {
  daysPerTransfer: {
    group: 'rhythm',
    compute: ({ activity }) => computeDaysPer(activity, countTransfers(activity) - 1),
    describe: (days) => `a transfer ${describeInterval(days)}`,
  },
  daysPerSender: {
    group: 'fan_in',
    compute: ({ activity }) => computeDaysPer(activity, activity.senders),
    describe: (days) => `a new sender ${describeInterval(days)}`,
  },
  daysPerRecipient: {
    group: 'rhythm',
    compute: ({ activity }) => computeDaysPer(activity, activity.recipients),
    describe: (days) => `a new recipient ${describeInterval(days)}`,
  },
  activeDayShare: {
    group: 'rhythm',
    compute: ({ activity }) =>
      computeShareIfKnown(activity.activeDays, countCalendarDays(activity)),
    describe: (share) =>
      `it was active on ${describePercent(share)} of the days between first and last transfer`,
  },
  hoursPerActiveDay: {
    group: 'rhythm',
    compute: ({ activity }) => computeShareIfKnown(activity.activeHours, activity.activeDays ?? 0),
    describe: (hours) => `the transfers of a day fall into ${describeAverage(hours, 'hour')}`,
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

/** Inputs of a wallet that received but never paid; unknown for all others. */
const receivingInputs = {
  onlyReceivedTransfers: createReceivingInput(
    (activity) => activity.transfersIn,
    (count) => `it received ${describeCount(count, 'transfer')} and never paid anybody`,
  ),
  onlyReceivedSenders: createReceivingInput(
    (activity) => activity.senders,
    (count) => `money came from ${describeCount(count, 'account')}`,
  ),
  onlyReceivedPerSender: createReceivingInput(
    (activity) => computeShare(activity.transfersIn, activity.senders),
    (ratio) => `each sender came ${describeTimes(ratio)} on average`,
  ),
  onlyReceivedDays: createReceivingInput(
    (activity) => computeShare(activity.lastSeconds - activity.firstSeconds, DAY),
    (days) => `it received for ${describeDuration(days)} and never paid anybody`,
  ),
} satisfies Record<string, Input>

function createReceivingInput(
  selectValue: (activity: ActivityFacts) => number | null,
  describe: Input['describe'],
): Input {
  return {
    group: 'fan_in',
    compute: ({ activity }) => (hasOnlyReceived(activity) ? selectValue(activity) : null),
    describe,
  }
}

function hasOnlyReceived({ transfersIn, transfersOut }: ActivityFacts): boolean {
  return transfersIn > 0 && transfersOut === 0
}

const DAY_SECONDS = 86_400n

type TokenRatio = (token: TokenFacts) => number | null

/**
 * Inputs of outgoing amounts relative to received ones: the ratio of each token, averaged by
 * transfer count. Unknown for a token that was never sent, so that not sending earns no points.
 */
const outflowInputs = {
  sentShare: createSentInput(
    'passes_on',
    (token) => computeRatio(token.sent, token.received),
    (share) => `${describePercent(share)} of what came in was sent on`,
  ),
  largestSentShare: createSentInput(
    'payment_sizes',
    (token) => computeRatio(token.largestSent, token.received),
    (share) => `the largest payment was ${describePercent(share)} of all that came in`,
  ),
  largestOfReceived: createReceivedInput(
    'receipt_sizes',
    (token) => computeRatio(token.largestReceived, token.received),
    (share) => `the largest receipt was ${describePercent(share)} of all that came in`,
  ),
  largestReceivedToSent: createSentInput(
    'receipt_sizes',
    (token) => computeRatio(token.largestReceived, token.sent),
    (share) => `the largest receipt was ${describePercent(share)} of all that left`,
  ),
  meanSentToMeanReceived: createSentInput(
    'payment_sizes',
    (token) =>
      computeRatio(
        token.sent * BigInt(token.transfersIn),
        token.received * BigInt(token.transfersOut),
      ),
    (ratio) => `a payment is ${describeMultiple(ratio)} a receipt on average`,
  ),
  meanSentShare: createSentInput(
    'payment_sizes',
    (token) => computeRatio(token.sent, token.received * BigInt(token.transfersOut)),
    (share) => `a payment is ${describePercent(share)} of all that came in on average`,
  ),
  largestToMeanSent: createSentInput(
    'payment_sizes',
    (token) => computeRatio(token.largestSent * BigInt(token.transfersOut), token.sent),
    (ratio) => `the largest payment was ${describeMultiple(ratio)} the average one`,
  ),
  largestToMeanReceived: createReceivedInput(
    'receipt_sizes',
    (token) => computeRatio(token.largestReceived * BigInt(token.transfersIn), token.received),
    (ratio) => `the largest receipt was ${describeMultiple(ratio)} the average one`,
  ),
  outDayShare: createSentInput(
    'payment_sizes',
    (token) => computeShareIfKnown(token.daysOut, token.activeDays ?? 0),
    (share) => `money left on ${describePercent(share)} of its active days`,
  ),
  sweptDayShare: createSentInput(
    'passes_on',
    (token) => computeRatioIfKnown(token.sweptSameDay, token.received),
    (share) => `${describePercent(share)} of what came in left within the day`,
  ),
  sweptHourOfSent: createSentInput(
    'passes_on',
    (token) => computeRatioIfKnown(token.sweptSameHour, token.sent),
    (share) => `${describePercent(share)} of what left had come in within the hour`,
  ),
  holdingDays: createSentInput(
    'passes_on',
    computeHoldingDays,
    (days) => `money stays for about ${describeDuration(days)}`,
  ),
} satisfies Record<string, Input>

function createSentInput(group: InputGroup, ratio: TokenRatio, describe: Input['describe']): Input {
  const ratioIfSent: TokenRatio = (token) => (token.sent === 0n ? null : ratio(token))
  return { group, compute: (facts) => averageOverTokens(facts, ratioIfSent), describe }
}

function createReceivedInput(
  group: InputGroup,
  ratio: TokenRatio,
  describe: Input['describe'],
): Input {
  return { group, compute: (facts) => averageOverTokens(facts, ratio), describe }
}

function computeRatioIfKnown(part: bigint | null, whole: bigint): number | null {
  return part === null ? null : computeRatio(part, whole)
}

/**
 * Computes the mean time of sent amounts minus the mean time of received amounts, in days, at least
 * 0.
 */
function computeHoldingDays({
  received,
  sent,
  receivedMoment,
  sentMoment,
}: TokenFacts): number | null {
  if (receivedMoment === null || sentMoment === null || received === 0n) return null
  const seconds = sentMoment / sent - receivedMoment / received
  return seconds <= 0n ? 0 : computeRatio(seconds, DAY_SECONDS)
}

/** Inputs of the account's age and duration of use. */
const ageInputs = {
  creationRank: {
    group: 'creation_rank',
    compute: ({ age }) => (age === null ? null : computeShare(age.creationIndex, age.accountCount)),
    describe: (share) =>
      `${describePercent(Math.max(0, 1 - share))} of all accounts were created after this one`,
  },
  spanDays: {
    group: 'lifetime',
    compute: (facts) => (hasTransfers(facts) ? computeSpanDays(facts) : null),
    describe: (days) => `${describeDuration(days)} between its first and last transfer`,
  },
  activeDays: {
    group: 'lifetime',
    compute: (facts) => (hasTransfers(facts) ? facts.activity.activeDays : null),
    describe: (days) => `it was used on ${describeCount(days, 'day')}`,
  },
} satisfies Record<string, Input>

function hasTransfers({ activity }: Facts): boolean {
  return activity.transfersIn + activity.transfersOut > 0
}

function computeSpanDays({ activity }: Facts): number | null {
  return computeShare(activity.lastSeconds - activity.firstSeconds, DAY)
}

const ALL_INPUTS = {
  ...frequencyInputs,
  ...rhythmInputs,
  ...receivingInputs,
  ...outflowInputs,
  ...ageInputs,
} as const

export type InputName = keyof typeof ALL_INPUTS

/** Every input of the points tables, by name. */
export const INPUTS: Readonly<Record<InputName, Input>> = ALL_INPUTS

/** The inputs of one wallet; `null` is unknown. */
export type InputValues = Readonly<Record<InputName, number | null>>

const INPUT_NAMES = Object.keys(ALL_INPUTS) as InputName[]

/** Computes every input from the facts of a wallet. */
export function computeInputs(facts: Facts): InputValues {
  const values = {} as Record<InputName, number | null>
  for (const name of INPUT_NAMES) values[name] = INPUTS[name].compute(facts)
  return values
}

/** Counts the transfers in both directions. */
export function countTransfers({ transfersIn, transfersOut }: ActivityFacts): number {
  return transfersIn + transfersOut
}

/** Returns `part / whole`; `null` when the part is unknown or the whole is 0. */
function computeShareIfKnown(part: number | null, whole: number): number | null {
  return part === null ? null : computeShare(part, whole)
}

/**
 * Computes a ratio per token and averages it by the token's number of transfers, floored to six
 * decimals; tokens where it is unknown are left out. Returns `null` when it is unknown for all of
 * them.
 */
function averageOverTokens(
  facts: Facts,
  ratio: (token: TokenFacts) => number | null,
): number | null {
  let sum = 0
  let transfers = 0
  for (const token of facts.tokens) {
    const value = ratio(token)
    if (value === null) continue
    const weight = token.transfersIn + token.transfersOut
    sum += Math.round(value * 1_000_000) * weight
    transfers += weight
  }
  return transfers === 0 ? null : Math.floor(sum / transfers) / 1_000_000
}
