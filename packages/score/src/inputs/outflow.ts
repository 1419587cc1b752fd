import type { TokenFacts } from '../facts.ts'
import { ratioOf } from '../integers.ts'
import { shareKnown } from './counts.ts'
import type { Input, Theme } from './input.ts'
import { duration, multiple, percent } from './say.ts'
import { averageOverTokens } from './token-ratio.ts'

const DAY = 86_400n

type TokenRatio = (token: TokenFacts) => number | null

/**
 * How money leaves, relative to what came in: the ratio of each token, averaged by transfer count.
 * Unknown for a token that was never sent: never having sent earns no points.
 */
export const outflowInputs = {
  sentShare: sent(
    'passes_on',
    (token) => ratioOf(token.sent, token.received),
    (share) => `${percent(share)} of what came in was sent on`,
  ),
  largestSentShare: sent(
    'payment_sizes',
    (token) => ratioOf(token.largestSent, token.received),
    (share) => `the largest payment was ${percent(share)} of all that came in`,
  ),
  largestOfReceived: received(
    'receipt_sizes',
    (token) => ratioOf(token.largestReceived, token.received),
    (share) => `the largest receipt was ${percent(share)} of all that came in`,
  ),
  largestReceivedToSent: sent(
    'receipt_sizes',
    (token) => ratioOf(token.largestReceived, token.sent),
    (share) => `the largest receipt was ${percent(share)} of all that left`,
  ),
  meanSentToMeanReceived: sent(
    'payment_sizes',
    (token) =>
      ratioOf(token.sent * BigInt(token.transfersIn), token.received * BigInt(token.transfersOut)),
    (ratio) => `a payment is ${multiple(ratio)} a receipt on average`,
  ),
  meanSentShare: sent(
    'payment_sizes',
    (token) => ratioOf(token.sent, token.received * BigInt(token.transfersOut)),
    (share) => `a payment is ${percent(share)} of all that came in on average`,
  ),
  largestToMeanSent: sent(
    'payment_sizes',
    (token) => ratioOf(token.largestSent * BigInt(token.transfersOut), token.sent),
    (ratio) => `the largest payment was ${multiple(ratio)} the average one`,
  ),
  largestToMeanReceived: received(
    'receipt_sizes',
    (token) => ratioOf(token.largestReceived * BigInt(token.transfersIn), token.received),
    (ratio) => `the largest receipt was ${multiple(ratio)} the average one`,
  ),
  outDayShare: sent(
    'payment_sizes',
    (token) => shareKnown(token.daysOut, token.activeDays ?? 0),
    (share) => `money left on ${percent(share)} of its active days`,
  ),
  sweptDayShare: sent(
    'passes_on',
    (token) => ratioKnown(token.sweptSameDay, token.received),
    (share) => `${percent(share)} of what came in left within the day`,
  ),
  sweptHourOfSent: sent(
    'passes_on',
    (token) => ratioKnown(token.sweptSameHour, token.sent),
    (share) => `${percent(share)} of what left had come in within the hour`,
  ),
  holdingDays: sent('passes_on', holdingDays, (days) => `money stays for about ${duration(days)}`),
} satisfies Record<string, Input>

function sent(theme: Theme, ratio: TokenRatio, say: Input['say']): Input {
  const ifSent: TokenRatio = (token) => (token.sent === 0n ? null : ratio(token))
  return { theme, of: (facts) => averageOverTokens(facts, ifSent), say }
}

function received(theme: Theme, ratio: TokenRatio, say: Input['say']): Input {
  return { theme, of: (facts) => averageOverTokens(facts, ratio), say }
}

function ratioKnown(part: bigint | null, whole: bigint): number | null {
  return part === null ? null : ratioOf(part, whole)
}

/** Mean time of what went out minus mean time of what came in, 0 at least. */
function holdingDays({ received, sent, receivedMoment, sentMoment }: TokenFacts): number | null {
  if (receivedMoment === null || sentMoment === null || received === 0n) return null
  const seconds = sentMoment / sent - receivedMoment / received
  return seconds <= 0n ? 0 : ratioOf(seconds, DAY)
}
