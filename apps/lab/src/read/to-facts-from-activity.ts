import { createEmptyFacts } from '@app/score/empty-facts.ts'
import type { ActivityFacts, Facts, TokenFacts } from '@app/score/facts.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import * as Type from 'typebox'
import { AmountSchema, CountSchema } from './parse-value.ts'
import { COIN } from './to-facts-from-transfers.ts'
import { toUnits } from './units.ts'

/** The nine numbers of a wallet's activity. */
export const ActivitySchema = Type.Object(
  {
    spanSeconds: CountSchema,
    transfersIn: CountSchema,
    transfersOut: CountSchema,
    senders: CountSchema,
    recipients: CountSchema,
    received: AmountSchema,
    sent: AmountSchema,
    largestReceived: AmountSchema,
    largestSent: AmountSchema,
  },
  { additionalProperties: false },
)

type RawActivity = Type.Static<typeof ActivitySchema>

/** Turns the nine numbers into facts; all other facts are unknown. */
export function toFactsFromActivity(raw: RawActivity): Facts {
  const activity = toActivityFacts(raw)
  return {
    ...createEmptyFacts(),
    address: ZERO_ADDRESS,
    asOfSeconds: activity.lastSeconds,
    activity,
    tokens: [toTokenFacts(activity, raw)],
  }
}

function toActivityFacts(raw: RawActivity): ActivityFacts {
  const { spanSeconds, transfersIn, transfersOut, senders, recipients } = raw
  return {
    transfersIn,
    transfersOut,
    senders,
    recipients,
    mutual: null,
    repeatSenders: null,
    repeatRecipients: null,
    firstSeconds: 0,
    lastSeconds: spanSeconds,
    activeDays: null,
    activeHours: null,
    daysIn: null,
    daysOut: null,
    daysBoth: null,
    busiestDay: null,
  }
}

function toTokenFacts(activity: ActivityFacts, amounts: RawActivity): TokenFacts {
  return {
    ...activity,
    token: COIN,
    received: toUnits(amounts.received),
    sent: toUnits(amounts.sent),
    largestReceived: toUnits(amounts.largestReceived),
    largestSent: toUnits(amounts.largestSent),
    sweptSameHour: null,
    sweptSameDay: null,
    receivedMoment: null,
    sentMoment: null,
  }
}
