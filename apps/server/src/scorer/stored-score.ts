import type { FactorJudgement, Improvement } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import type { Factor } from '@app/values/factor.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { EarlierScore, StoredReason } from '../db/tables/score-tables.ts'

/** One stored score. `seq` counts from 1 for each address. */
export interface StoredScore {
  address: Address
  seq: number
  version: string
  /** 0–100 with one decimal. */
  score: number
  riskLevel: RiskLevel
  factors: Record<Factor, FactorJudgement>
  /** 0–1. */
  confidence: number
  dataPoints: number
  flags: string[]
  reasons: StoredReason[]
  improve: Improvement[]
  verdict: string
  findings: Record<Factor, string>
  /** What the rules of the version before say of the account at the same time; `null` where they are not known. */
  earlier: EarlierScore | null
  /** `completeness` is 0–1. */
  coverage: { fromHeight: number; toHeight: number; completeness: number }
  /** SHA-256 in hex over the canonical inputs. */
  evidenceHash: string
  /** Block time of the highest indexed block at the time of computation. */
  computedAtMs: number
}

/**
 * Returns whether an account has another level than before only through a new version of the score: by the rules of the
 * version before it would still have the same one.
 */
export const isChangedByRules = (
  before: Pick<StoredScore, 'riskLevel' | 'version'>,
  { riskLevel, version, earlier }: Pick<StoredScore, 'riskLevel' | 'version' | 'earlier'>,
): boolean =>
  version !== before.version &&
  riskLevel !== before.riskLevel &&
  earlier?.riskLevel === before.riskLevel

/**
 * Returns whether the behaviour of an account looks as in no version: only its later blocks were read again, and it has put
 * money away or taken it out. What it put away before still counts as paid, and what it took out since as no receipt.
 */
export const isHalfRead = (
  { coverage, earlier }: Pick<StoredScore, 'coverage' | 'earlier'>,
  { places }: { places?: unknown },
): boolean =>
  places !== undefined && earlier !== null && coverage.completeness < earlier.completeness
