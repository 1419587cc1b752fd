import type { OrdinaryRange } from '../reason.ts'

export interface RangePlaces {
  /** Of the usual range, in percent of the line. */
  lower: number
  upper: number
  median: number
  /** Of the wallet. */
  value: number
}

type Measured = Pick<OrdinaryRange, 'unit' | 'value' | 'lowerQuartile' | 'median' | 'upperQuartile'>

/**
 * Returns the places of the usual range and of the wallet's value on a line. Shares are drawn from 0 to 100 %; anything
 * else from 0 to the largest of them, by the logarithm, because a wallet can have a hundred times the usual.
 */
export function placeOnRange({
  unit,
  value,
  lowerQuartile,
  median,
  upperQuartile,
}: Measured): RangePlaces {
  const largest = Math.max(value, upperQuartile) * 1.1
  const scale = upperQuartile || largest || 1
  const place = (measure: number) => {
    if (unit === 'share') return clamp(measure)
    return largest === 0 ? 0 : clamp(Math.log1p(measure / scale) / Math.log1p(largest / scale))
  }
  return {
    lower: place(lowerQuartile),
    upper: place(upperQuartile),
    median: place(median),
    value: place(value),
  }
}

const clamp = (share: number) => 100 * Math.min(1, Math.max(0, share))
