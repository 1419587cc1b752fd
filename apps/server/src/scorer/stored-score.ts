import type { FactorJudgement, Improvement } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import type { Factor } from '@app/values/factor.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { StoredReason } from '../db/tables/stored-reason.ts'

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
  /** Empty in scores of versions before 1.3.0, and so are `findings`. */
  verdict: string
  findings: Record<Factor, string>
  /** `completeness` is 0–1. */
  coverage: { fromHeight: number; toHeight: number; completeness: number }
  /** SHA-256 in hex over the canonical inputs. */
  evidenceHash: string
  /** Block time of the highest indexed block at the time of computation. */
  computedAtMs: number
}
