import type { TokenFacts } from '../facts.ts'
import { ratioOf } from '../integers.ts'
import type { Input } from './input.ts'
import { duration, percent } from './say.ts'
import { averageOverTokens } from './token-ratio.ts'

const DAY = 86_400n

/** How money leaves, relative to what came in; unknown for a wallet that never sent. */
export const outflowInputs = {
  sentShare: {
    of: (facts) =>
      averageOverTokens(
        facts,
        ifSent((token) => ratioOf(token.sent, token.received)),
      ),
    say: (share) => `${percent(share)} of what came in was sent on`,
  },
  largestSentShare: {
    of: (facts) =>
      averageOverTokens(
        facts,
        ifSent((token) => ratioOf(token.largestSent, token.received)),
      ),
    say: (share) => `the largest send was ${percent(share)} of all that came in`,
  },
  largestOfSent: {
    of: (facts) => averageOverTokens(facts, (token) => ratioOf(token.largestSent, token.sent)),
    say: (share) => `one send made up ${percent(share)} of all that left`,
  },
  sweptHourShare: {
    of: (facts) =>
      averageOverTokens(
        facts,
        ifSent((token) => swept(token, token.sweptSameHour)),
      ),
    say: (share) => `${percent(share)} of what came in left within the hour`,
  },
  sweptDayShare: {
    of: (facts) =>
      averageOverTokens(
        facts,
        ifSent((token) => swept(token, token.sweptSameDay)),
      ),
    say: (share) => `${percent(share)} of what came in left within the day`,
  },
  holdingDays: {
    of: (facts) => averageOverTokens(facts, holdingDays),
    say: (days) => `money stays for about ${duration(days)}`,
  },
} satisfies Record<string, Input>

function ifSent(ratio: (token: TokenFacts) => number | null) {
  return (token: TokenFacts) => (token.sent === 0n ? null : ratio(token))
}

function swept({ received }: TokenFacts, units: bigint | null): number | null {
  return units === null ? null : ratioOf(units, received)
}

/** Mean time of what went out minus mean time of what came in, 0 at least. */
function holdingDays(token: TokenFacts): number | null {
  const { received, sent, receivedMoment, sentMoment } = token
  if (receivedMoment === null || sentMoment === null || received === 0n || sent === 0n) return null
  const seconds = sentMoment / sent - receivedMoment / received
  return seconds <= 0n ? 0 : ratioOf(seconds, DAY)
}
