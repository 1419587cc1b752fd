import type { Address } from '@app/values/address.ts'
import type { ActivityFacts, ContactFacts, Facts, TokenFacts } from '../facts.ts'
import { maxBigInt, minBigInt } from '../integers.ts'

/** One transfer of fungible tokens, from the view of the scored wallet. */
export interface Transfer {
  direction: 'in' | 'out'
  /**
   * `null` without a counterparty account, such as for a mint, a burn or the creation of a
   * contract.
   */
  counterparty: string | null
  token: string
  /** More than 0, in units of the token's last decimal. */
  units: bigint
  /** Unix seconds of its block. */
  seconds: number
  /** Incoming and below the dust limit: counted separately, not scored. */
  isDust?: boolean
  /** Outgoing, in a transaction that another account proposed. */
  isSwept?: boolean
  /** Outgoing, and at most a hundredth of the balance remained. */
  isEmptied?: boolean
}

const DAY = 86_400
const HOUR = 3_600

const toDay = ({ seconds }: Transfer): number => Math.floor(seconds / DAY)

const toHour = ({ seconds }: Transfer): number => Math.floor(seconds / HOUR)

/** Maximum number of tokens that a score considers. */
const MAX_TOKENS = 20

/**
 * Computes the facts that follow from a wallet's transfers alone: the same sums that the database
 * stores. The order of the transfers does not matter; tokens with equally many transfers are sorted
 * by name. With listed accounts, direct contact is counted, and what they stole from the wallet is
 * not part of its activity. Facts that transfers do not contain (age, holdings, contact at a
 * distance) are unknown.
 */
export function buildFactsFromTransfers(
  address: Address,
  transfers: readonly Transfer[],
  listed: ReadonlySet<string> | null = null,
): Facts {
  const stolen = findStolenTransfers(listed ?? new Set(), transfers)
  const judged = transfers.filter((transfer) => !transfer.isDust && !stolen.has(transfer))
  const activity = computeActivity(judged)
  return {
    address,
    asOfSeconds: activity.lastSeconds,
    age: null,
    activity,
    tokens: computeTokens(judged),
    nfts: null,
    holdings: null,
    account: null,
    contacts: listed && {
      listedCount: listed.size,
      entries: computeContacts({ transfers, stolen }, listed),
    },
    listing: null,
    community: null,
    dustIn: transfers.filter(({ isDust }) => isDust).length,
    poisoning: null,
    completeness: 10_000,
  }
}

function computeTokens(transfers: readonly Transfer[]): TokenFacts[] {
  const byToken = Map.groupBy(transfers, ({ token }) => token)
  const busiest = [...byToken].sort(
    ([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1),
  )
  return busiest.slice(0, MAX_TOKENS).map(([token, own]) => computeTokenFacts(token, own))
}

/**
 * Finds the transfers that thieves stole, as opposed to those that the wallet sent them: transfers
 * that another account proposed, and the one that emptied the wallet of a token by its own
 * proposal, if it is the only one it proposed to that thief in that token. A wallet emptied once is
 * a victim; one that empties itself to the same account repeatedly is not.
 */
export function findStolenTransfers(
  thieves: ReadonlySet<string>,
  transfers: readonly Transfer[],
): Set<Transfer> {
  const lost = transfers.filter(
    ({ direction, counterparty }) =>
      direction === 'out' && counterparty !== null && thieves.has(counterparty),
  )
  const byPair = Map.groupBy(lost, ({ counterparty, token }) => `${counterparty} ${token}`)
  return new Set([...byPair.values()].flatMap(findStolenInPair))
}

function findStolenInPair(transfers: Transfer[]): Transfer[] {
  const proposed = transfers.filter(({ isSwept }) => !isSwept)
  const isEmptiedOnce = proposed.length === 1 && proposed[0]?.isEmptied === true
  return isEmptiedOnce ? transfers : transfers.filter(({ isSwept }) => isSwept)
}

/** Counts of a set of transfers. The order of the transfers does not matter. */
function computeActivity(transfers: readonly Transfer[]): ActivityFacts {
  const ins = transfers.filter(({ direction }) => direction === 'in')
  const outs = transfers.filter(({ direction }) => direction === 'out')
  const senders = countBy(ins, selectCounterparty)
  const recipients = countBy(outs, selectCounterparty)
  return {
    transfersIn: ins.length,
    transfersOut: outs.length,
    senders: senders.size,
    recipients: recipients.size,
    mutual: [...senders.keys()].filter((sender) => recipients.has(sender)).length,
    repeatSenders: countRepeated(senders),
    repeatRecipients: countRepeated(recipients),
    ...computeCalendar(transfers, ins, outs),
  }
}

function computeCalendar(
  all: readonly Transfer[],
  ins: readonly Transfer[],
  outs: readonly Transfer[],
) {
  const days = countBy(all, toDay)
  const daysIn = countBy(ins, toDay)
  const daysOut = countBy(outs, toDay)
  return {
    firstSeconds: all.reduce(
      (first, { seconds }) => Math.min(first, seconds),
      all[0]?.seconds ?? 0,
    ),
    lastSeconds: all.reduce((last, { seconds }) => Math.max(last, seconds), 0),
    activeDays: days.size,
    activeHours: countBy(all, toHour).size,
    daysIn: daysIn.size,
    daysOut: daysOut.size,
    daysBoth: [...daysIn.keys()].filter((day) => daysOut.has(day)).length,
    busiestDay: [...days.values()].reduce((most, count) => Math.max(most, count), 0),
  }
}

function countBy<K>(transfers: readonly Transfer[], selectKey: (transfer: Transfer) => K | null) {
  const counts = new Map<K, number>()
  for (const transfer of transfers) {
    const key = selectKey(transfer)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function selectCounterparty({ counterparty }: Transfer): string | null {
  return counterparty
}

function countRepeated(counts: Map<unknown, number>): number {
  return [...counts.values()].filter((count) => count > 1).length
}

/** Counts and amounts of the transfers of one token. Their order does not matter. */
function computeTokenFacts(token: string, transfers: readonly Transfer[]): TokenFacts {
  const ins = transfers.filter(({ direction }) => direction === 'in')
  const outs = transfers.filter(({ direction }) => direction === 'out')
  return {
    ...computeActivity(transfers),
    token,
    received: sumTransfers(ins, selectUnits),
    sent: sumTransfers(outs, selectUnits),
    largestReceived: findLargest(ins),
    largestSent: findLargest(outs),
    sweptSameHour: sumSweptWithin(transfers, toHour),
    sweptSameDay: sumSweptWithin(transfers, toDay),
    receivedMoment: sumTransfers(ins, computeMoment),
    sentMoment: sumTransfers(outs, computeMoment),
  }
}

/** Σ over buckets of time of min(received, sent). */
function sumSweptWithin(transfers: readonly Transfer[], toBucket: (transfer: Transfer) => number) {
  const buckets = new Map<number, { in: bigint; out: bigint }>()
  for (const transfer of transfers) {
    const key = toBucket(transfer)
    const bucket = buckets.get(key) ?? { in: 0n, out: 0n }
    bucket[transfer.direction] += transfer.units
    buckets.set(key, bucket)
  }
  let swept = 0n
  for (const bucket of buckets.values()) swept += minBigInt(bucket.in, bucket.out)
  return swept
}

function sumTransfers(
  transfers: readonly Transfer[],
  selectAmount: (transfer: Transfer) => bigint,
): bigint {
  return transfers.reduce((sum, transfer) => sum + selectAmount(transfer), 0n)
}

function findLargest(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((most, { units }) => maxBigInt(units, most), 0n)
}

const selectUnits = ({ units }: Transfer): bigint => units

const computeMoment = ({ units, seconds }: Transfer): bigint => units * BigInt(seconds)

/** Transfers of a wallet, and which of them were stolen from it. */
interface TransfersWithThefts {
  transfers: readonly Transfer[]
  stolen: ReadonlySet<Transfer>
}

/** Direct contact of a wallet with listed accounts, one entry per token, sorted by token. */
function computeContacts(
  { transfers, stolen }: TransfersWithThefts,
  listed: ReadonlySet<string>,
): ContactFacts[] {
  const contacts = transfers.filter(
    ({ counterparty, isDust }) => counterparty !== null && listed.has(counterparty) && !isDust,
  )
  const byToken = [...Map.groupBy(contacts, ({ token }) => token)]
  return byToken
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([token, own]) => buildEntry(token, { transfers: own, stolen }))
}

function buildEntry(token: string, { transfers, stolen }: TransfersWithThefts): ContactFacts {
  const ins = transfers.filter(({ direction }) => direction === 'in')
  const swept = transfers.filter((transfer) => stolen.has(transfer))
  const sent = transfers.filter((transfer) => transfer.direction === 'out' && !stolen.has(transfer))
  return {
    hop: 0,
    token,
    counterparties: new Set(transfers.map(({ counterparty }) => counterparty)).size,
    transfersIn: ins.length,
    unitsIn: sumUnits(ins),
    transfersOut: sent.length,
    unitsOut: sumUnits(sent),
    transfersSwept: swept.length,
    unitsSwept: sumUnits(swept),
  }
}

function sumUnits(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((sum, { units }) => sum + units, 0n)
}
