import { FACTOR_UNIT } from '@app/values/factor.ts'

const MILLION = 1_000_000n

/** Upper limit of ratios: larger ones are treated as equal. */
const RATIO_MAX = 1_000

/**
 * Returns `part / whole`, floored to six decimals and limited to 1,000; `null` when `whole` is 0.
 * Exact in integers, so that scaling both amounts by the same factor changes nothing.
 */
export function computeRatio(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null
  if (part >= whole * BigInt(RATIO_MAX)) return RATIO_MAX
  return Number((part * MILLION) / whole) / 1_000_000
}

/** Returns `part / whole` of two counts, floored to six decimals; `null` when `whole` is 0. */
export function computeShare(part: number, whole: number): number | null {
  if (whole <= 0) return null
  return Math.floor((part * 1_000_000) / whole) / 1_000_000
}

/** Returns `amount` × `share` / 10,000, truncated towards zero, both in units of 1/10,000. */
export function scaleBy(share: number, amount: number): number {
  const scaled = Math.trunc((amount * share) / FACTOR_UNIT)
  return scaled === 0 ? 0 : scaled
}

/** Returns `count / (count + half)` in units of 1/10,000: half of it at `half` observations. */
export function saturate(count: number, half: number): number {
  return Math.floor((FACTOR_UNIT * count) / (count + half))
}

/** Limits `value` to `low` … `high`. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/** Returns the larger of two amounts. */
export function maxBigInt(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

/** Returns the smaller of two amounts. */
export function minBigInt(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}
