import type { ActivityFacts, Facts, TokenFacts } from '@app/score/facts.ts'
import { amountOf, countOf, objectWith } from './fields.ts'
import { NO_ADDRESS } from './no-address.ts'
import { COIN } from './parse-transfers.ts'
import { unitsOf } from './units.ts'

const COUNTS = ['spanSeconds', 'transfersIn', 'transfersOut', 'senders', 'recipients'] as const
const AMOUNTS = ['received', 'sent', 'largestReceived', 'largestSent'] as const

/** Facts of a wallet from the nine numbers of its activity; everything else is unknown. */
export function parseActivity(value: unknown): Facts {
  const fields = objectWith(value, [...COUNTS, ...AMOUNTS], 'activity')
  const counts = numbers(COUNTS, fields, countOf)
  const amounts = numbers(AMOUNTS, fields, amountOf)
  const activity = activityOf(counts)
  return {
    address: NO_ADDRESS,
    asOfSeconds: activity.lastSeconds,
    age: null,
    activity,
    tokens: [tokenOf(activity, amounts)],
    nfts: null,
    holdings: null,
    account: null,
    contacts: null,
    listing: null,
    community: null,
    dustIn: 0,
    poisoning: null,
    completeness: 10_000,
  }
}

function numbers<N extends string>(
  names: readonly N[],
  fields: Record<string, unknown>,
  read: (value: unknown, what: string) => number,
): Record<N, number> {
  return Object.fromEntries(names.map((name) => [name, read(fields[name], name)])) as Record<
    N,
    number
  >
}

function activityOf(counts: Record<(typeof COUNTS)[number], number>): ActivityFacts {
  const { spanSeconds, ...rest } = counts
  return {
    ...rest,
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

function tokenOf(
  activity: ActivityFacts,
  amounts: Record<(typeof AMOUNTS)[number], number>,
): TokenFacts {
  return {
    ...activity,
    token: COIN,
    received: unitsOf(amounts.received),
    sent: unitsOf(amounts.sent),
    largestReceived: unitsOf(amounts.largestReceived),
    largestSent: unitsOf(amounts.largestSent),
    sweptSameHour: null,
    sweptSameDay: null,
    receivedMoment: null,
    sentMoment: null,
  }
}
