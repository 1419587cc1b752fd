import { FACTOR_UNIT } from '@app/values/factor.ts'
import { clamp } from '../integers.ts'
import type { EvidencePointer } from '../judgement.ts'

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
