import { emptyFacts } from '@app/score/empty-facts.ts'
import type { ActivityFacts, Facts, TokenFacts } from '@app/score/facts.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { parseAmount, parseCount, parseObject } from './fields.ts'
import { COIN } from './parse-transfers.ts'
import { toUnits } from './units.ts'

const COUNTS = ['spanSeconds', 'transfersIn', 'transfersOut', 'senders', 'recipients'] as const
const AMOUNTS = ['received', 'sent', 'largestReceived', 'largestSent'] as const

/** Parses the nine numbers of a wallet's activity into facts; all other facts are unknown. */
export function parseActivity(value: unknown): Facts {
  const fields = parseObject(value, [...COUNTS, ...AMOUNTS], 'activity')
  const counts = parseNumbers(COUNTS, fields, parseCount)
  const amounts = parseNumbers(AMOUNTS, fields, parseAmount)
  const activity = toActivityFacts(counts)
  return {
    ...emptyFacts(),
    address: ZERO_ADDRESS,
    asOfSeconds: activity.lastSeconds,
    activity,
    tokens: [toTokenFacts(activity, amounts)],
  }
}

function parseNumbers<N extends string>(
  names: readonly N[],
  fields: Record<string, unknown>,
  read: (value: unknown, what: string) => number,
): Record<N, number> {
  return Object.fromEntries(names.map((name) => [name, read(fields[name], name)])) as Record<
    N,
    number
  >
}

function toActivityFacts(counts: Record<(typeof COUNTS)[number], number>): ActivityFacts {
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

function toTokenFacts(
  activity: ActivityFacts,
  amounts: Record<(typeof AMOUNTS)[number], number>,
): TokenFacts {
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
