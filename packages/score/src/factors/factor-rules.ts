import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Facts } from '../facts.ts'
import type { DataAmounts, WalletInputs } from '../inputs/minimum-data.ts'
import { clamp } from '../integers.ts'
import type { EvidencePointer } from '../judgement.ts'
import type { ScoreRules } from '../version.ts'

/** All that the engine knows of a factor; its label and weight stand in `@app/values/factor.ts`. */
export interface FactorRules {
  judge(facts: Facts, inputs: WalletInputs, rules: ScoreRules): FactorResult
  /** How its reasons count, where no points table says it. */
  signals: readonly Signal[]
  /** Says in a few words what was found: 'None found', 'Keeps what it receives'. */
  describeFinding(found: Found): string
}

/** A signal of a factor that has no points table. */
export interface Signal {
  /** Code of the reasons that report it. */
  code: string
  /** What is measured and how it counts, as a sentence without its full stop. */
  rule: string
  /** Lowest (0 or less) and highest (0 or more) points, in units of 1/10,000 of the factor. */
  worst: number
  best: number
}

/** A wallet, and what was found for one factor. */
export interface Found {
  facts: Facts
  rules: ScoreRules
  data: DataAmounts
  isRobbed: boolean
  /** Whether the factor is below one half. */
  isBad: boolean
  /** The strongest headline of the factor on the side to which it leans. */
  strongest: string | undefined
}

/** Something that changed a factor. */
export interface FactorReason {
  code: string
  /**
   * What it suggests, by its points of the 0–100 score, and the same with its numbers. Called only for
   * reasons that are shown.
   */
  headline: (points: number) => string
  text: () => string
  /** Signed, in units of 1/10,000 of the raw factor. */
  points: number
  evidence: EvidencePointer
  /** Whether it is shown although it changes nothing. */
  isAlwaysShown?: boolean
}

/** A change that would raise a factor, and by how much of its raw value. */
export interface FactorImprovement {
  code: string
  text: string
  points: number
}

/** One factor before the data share is applied; all numbers in units of 1/10,000. */
export interface FactorResult {
  raw: number
  /** Share of the factor that is based on observed data. */
  dataShare: number
  reasons: readonly FactorReason[]
  improve: readonly FactorImprovement[]
  flags: readonly string[]
}

/** A factor of 0.5: neither good nor bad. */
export const NEUTRAL = FACTOR_UNIT / 2

/** A factor without data. */
export const UNKNOWN: FactorResult = {
  raw: NEUTRAL,
  dataShare: 0,
  reasons: [],
  improve: [],
  flags: [],
}

/** Returns 0.5 plus the points, limited to [0, 1], in units of 1/10,000. */
export function toRawValue(points: number): number {
  return clamp(NEUTRAL + points, 0, FACTOR_UNIT)
}
