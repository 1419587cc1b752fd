import type { ReportedAccountEventKind } from '@app/values/account-event.ts'
import type { Factor } from '@app/values/factor.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'

/** Selects the chain records that prove a reason; the server resolves it to transactions. */
export type EvidencePointer =
  | { kind: 'largest_sends'; token: string }
  | { kind: 'latest_transfers' }
  | { kind: 'listed_contacts'; hop: 0 | 1 | 2 }
  | { kind: 'holdings' }
  | { kind: 'account_events'; act?: ReportedAccountEventKind }
  | { kind: 'dust_sent' }
  | { kind: 'reports'; row: CommunityReasonCode }
  | { kind: 'none' }

/** Kinds of statements and decisions of the community; each is a row of points. */
export type CommunityReasonCode =
  | 'visitor_reports'
  | 'reports'
  | 'trusted_reports'
  | 'freezes'
  | 'appeals_denied'
  | 'vouches'
  | 'trusted_vouches'

/** Something that changed a factor, or is only reported, as text with its numbers. */
export interface Reason {
  factor: Factor
  /** Stable name of the row, such as 'swept_within_day'. */
  code: string
  /** What it suggests, in at most 60 characters: 'Keeps what it receives'. */
  headline: string
  text: string
  /** Signed points of the 0–100 score, one decimal; 0 for what is only reported. */
  points: number
  evidence: EvidencePointer
}

/** A change that would raise the score, and by how many points. */
export interface Improvement {
  code: string
  text: string
  points: number
}

/** One factor in integer units of 1/10,000: value = 5,000 + known × (raw − 5,000) / 10,000. */
export interface FactorJudgement {
  value: number
  raw: number
  /** Share of the factor that is based on observed data, 0–10,000. */
  known: number
}

/**
 * The result of the engine for one wallet. Deterministic: equal facts give equal judgements, byte
 * for byte.
 */
export interface Judgement {
  version: string
  factors: Record<Factor, FactorJudgement>
  /** 0–100 with one decimal: Σ weight × factor, rounded half up once; the level follows from it alone. */
  score: number
  riskLevel: RiskLevel
  /** 0–1 with four decimals: Σ weight × known. */
  confidence: number
  dataPoints: number
  flags: string[]
  /** The level and what speaks most for it, in one sentence without its full stop. */
  verdict: string
  /** What was found for each factor, in a few words. */
  findings: Record<Factor, string>
  reasons: Reason[]
  improve: Improvement[]
}
