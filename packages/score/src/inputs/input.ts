import type { Facts } from '../facts.ts'

/** The subject of an input; a reason sums up all rows of one theme. */
export type Theme =
  | 'passes_on'
  | 'payment_sizes'
  | 'receipt_sizes'
  | 'repeat_business'
  | 'fan_in'
  | 'fan_out'
  | 'rhythm'
  | 'volume'
  | 'lifetime'
  | 'creation_rank'

/** A scale-free number of a wallet, which points tables divide into bands. */
export interface Input {
  theme: Theme
  /** `null` when the facts do not contain it, or when it has no meaning for this wallet. */
  compute(facts: Facts): number | null
  /** The value in plain words, as a clause without a full stop. */
  describe(value: number): string
}
