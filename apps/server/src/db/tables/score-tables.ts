import type { EvidencePointer, FactorJudgement, Improvement, Reason } from '@app/score/judgement.ts'
import type { OrdinaryRange } from '@app/score/ordinary/compare-with-ordinary.ts'
import type { Address } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import type { Factor } from '@app/values/factor.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

interface TrackedAccountRow {
  address: Address
  requested_by: string
  requested_at: Generated<Date>
  chain_seq: Generated<number>
  label_seq: Generated<number>
  dao_seq: Generated<number>
  report_seq: Generated<number>
  outdated_blocks: Generated<number>
}

export type ChangeSource = 'chain' | 'dao' | 'reports'

/** A score by the rules of an earlier version. */
export interface EarlierScore {
  version: string
  /** 0–100 with one decimal. */
  score: number
  riskLevel: RiskLevel
  /** Share of the account's history that was covered by the decoding of that version, 0–1. */
  completeness: number
}

export interface ScoreRow {
  address: Address
  seq: number
  version: string
  score: number
  risk_level: RiskLevel
  factors: JSONColumnType<Record<Factor, FactorJudgement>>
  confidence: number
  data_points: number
  flags: JSONColumnType<string[]>
  reasons: JSONColumnType<StoredReason[]>
  improve: JSONColumnType<Improvement[]>
  verdict: string
  findings: JSONColumnType<Record<Factor, string>>
  /** What the rules of the version before say; `null` where they are not known. */
  earlier: JSONColumnType<EarlierScore | null, string | null>
  inputs: JSONColumnType<object>
  evidence_hash: string
  from_height: number
  to_height: number
  /** In units of 1/10,000. */
  completeness: number
  computed_ms: number
  created_at: Generated<Date>
}

/** The newest score of an account; `seq` is 0 for an estimate of the agent. */
interface CurrentScoreRow {
  address: Address
  seq: number
  score: number
  risk_level: RiskLevel
  confidence: number
  sample_key: GeneratedAlways<number>
}

/** Tables written only by the scorer. */
export interface ScoreTables {
  score_tracked_account: TrackedAccountRow
  score_cursor: { source: ChangeSource; seq: number; address: string }
  score_holding: { address: Address; collection: string; count: number }
  score_holding_read: { address: Address; read_height: number; skipped_paths: number }
  score_result: ScoreRow
  score_change: { address: Address; seq: number }
  score_current: CurrentScoreRow
}

/** A reason as it is shown, with its first few transactions. */
export type ShownReason = Omit<Reason, 'evidence'> & {
  evidence: EvidenceItem[]
  /** What ordinary wallets show; absent where it cannot be said. */
  ordinary?: OrdinaryRange
}

/** `pointer` selects more transactions. */
export type StoredReason = ShownReason & { pointer: EvidencePointer }
