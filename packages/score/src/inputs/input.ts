import type { Facts } from '../facts.ts'

/** A scale-free number of a wallet that points tables have bands over. */
export interface Input {
  /** `null` when the facts do not say, or when it has no meaning for this wallet. */
  of(facts: Facts): number | null
  /** The value in plain words, as a clause without a full stop. */
  say(value: number): string
}
