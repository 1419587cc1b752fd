import type { TokenFacts } from '../facts.ts'
import { computeRatio } from '../integers.ts'
import { averageOverTokens } from './average-over-tokens.ts'
import { computeShareIfKnown } from './counts.ts'
import { formatDuration, formatMultiple, formatPercent } from './format.ts'
import type { Input, Theme } from './input.ts'

const DAY = 86_400n

type TokenRatio = (token: TokenFacts) => number | null

/**
 * Inputs of outgoing amounts relative to received ones: the ratio of each token, averaged by
 * transfer count. Unknown for a token that was never sent, so that not sending earns no points.
 */
export const outflowInputs = {
  sentShare: createSentInput(
    'passes_on',
    (token) => computeRatio(token.sent, token.received),
    (share) => `${formatPercent(share)} of what came in was sent on`,
  ),
  largestSentShare: createSentInput(
    'payment_sizes',
    (token) => computeRatio(token.largestSent, token.received),
    (share) => `the largest payment was ${formatPercent(share)} of all that came in`,
  ),
  largestOfReceived: createReceivedInput(
    'receipt_sizes',
    (token) => computeRatio(token.largestReceived, token.received),
    (share) => `the largest receipt was ${formatPercent(share)} of all that came in`,
  ),
  largestReceivedToSent: createSentInput(
    'receipt_sizes',
    (token) => computeRatio(token.largestReceived, token.sent),
    (share) => `the largest receipt was ${formatPercent(share)} of all that left`,
  ),
  meanSentToMeanReceived: createSentInput(
    'payment_sizes',
    (token) =>
      computeRatio(
        token.sent * BigInt(token.transfersIn),
        token.received * BigInt(token.transfersOut),
      ),
    (ratio) => `a payment is ${formatMultiple(ratio)} a receipt on average`,
  ),
  meanSentShare: createSentInput(
    'payment_sizes',
    (token) => computeRatio(token.sent, token.received * BigInt(token.transfersOut)),
    (share) => `a payment is ${formatPercent(share)} of all that came in on average`,
  ),
  largestToMeanSent: createSentInput(
    'payment_sizes',
    (token) => computeRatio(token.largestSent * BigInt(token.transfersOut), token.sent),
    (ratio) => `the largest payment was ${formatMultiple(ratio)} the average one`,
  ),
  largestToMeanReceived: createReceivedInput(
    'receipt_sizes',
    (token) => computeRatio(token.largestReceived * BigInt(token.transfersIn), token.received),
    (ratio) => `the largest receipt was ${formatMultiple(ratio)} the average one`,
  ),
  outDayShare: createSentInput(
    'payment_sizes',
    (token) => computeShareIfKnown(token.daysOut, token.activeDays ?? 0),
    (share) => `money left on ${formatPercent(share)} of its active days`,
  ),
  sweptDayShare: createSentInput(
    'passes_on',
    (token) => computeRatioIfKnown(token.sweptSameDay, token.received),
    (share) => `${formatPercent(share)} of what came in left within the day`,
  ),
  sweptHourOfSent: createSentInput(
    'passes_on',
    (token) => computeRatioIfKnown(token.sweptSameHour, token.sent),
    (share) => `${formatPercent(share)} of what left had come in within the hour`,
  ),
  holdingDays: createSentInput(
    'passes_on',
    computeHoldingDays,
    (days) => `money stays for about ${formatDuration(days)}`,
  ),
} satisfies Record<string, Input>

function createSentInput(theme: Theme, ratio: TokenRatio, describe: Input['describe']): Input {
  const ratioIfSent: TokenRatio = (token) => (token.sent === 0n ? null : ratio(token))
  return { theme, compute: (facts) => averageOverTokens(facts, ratioIfSent), describe }
}

function createReceivedInput(theme: Theme, ratio: TokenRatio, describe: Input['describe']): Input {
  return { theme, compute: (facts) => averageOverTokens(facts, ratio), describe }
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
  return seconds <= 0n ? 0 : computeRatio(seconds, DAY)
}
