import type { TokenFacts } from '../facts.ts'
import { maxBigInt, minBigInt } from '../integers.ts'
import { computeActivity } from './compute-activity.ts'
import { type Transfer, toDay, toHour } from './transfer.ts'

/** Counts and amounts of the transfers of one token. Their order does not matter. */
export function computeTokenFacts(token: string, transfers: readonly Transfer[]): TokenFacts {
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
