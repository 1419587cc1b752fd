import type { TokenFacts } from '../facts.ts'
import { largerOf, smallerOf } from '../integers.ts'
import { activityOf } from './activity-of.ts'
import { dayOf, hourOf, type Transfer } from './transfer.ts'

/** Counts and amounts of the transfers of one token. Their order does not matter. */
export function tokenFactsOf(token: string, transfers: readonly Transfer[]): TokenFacts {
  const ins = transfers.filter(({ side }) => side === 'in')
  const outs = transfers.filter(({ side }) => side === 'out')
  return {
    ...activityOf(transfers),
    token,
    received: total(ins, unitsOf),
    sent: total(outs, unitsOf),
    largestReceived: largest(ins),
    largestSent: largest(outs),
    sweptSameHour: sweptWithin(transfers, hourOf),
    sweptSameDay: sweptWithin(transfers, dayOf),
    receivedMoment: total(ins, momentOf),
    sentMoment: total(outs, momentOf),
  }
}

/** Σ over buckets of time of min(received, sent). */
function sweptWithin(transfers: readonly Transfer[], bucketOf: (transfer: Transfer) => number) {
  const buckets = new Map<number, { in: bigint; out: bigint }>()
  for (const transfer of transfers) {
    const key = bucketOf(transfer)
    const bucket = buckets.get(key) ?? { in: 0n, out: 0n }
    bucket[transfer.side] += transfer.units
    buckets.set(key, bucket)
  }
  let swept = 0n
  for (const bucket of buckets.values()) swept += smallerOf(bucket.in, bucket.out)
  return swept
}

function total(transfers: readonly Transfer[], amountOf: (transfer: Transfer) => bigint): bigint {
  return transfers.reduce((sum, transfer) => sum + amountOf(transfer), 0n)
}

function largest(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((most, { units }) => largerOf(units, most), 0n)
}

const unitsOf = ({ units }: Transfer): bigint => units

const momentOf = ({ units, seconds }: Transfer): bigint => units * BigInt(seconds)
