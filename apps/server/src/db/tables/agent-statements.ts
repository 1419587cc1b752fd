import type { OrdinaryComparison } from '@app/score/behaviour/conformal-table.ts'
import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { ShownReason } from './stored-reason.ts'

/** Why an address is accused, as it was said at that time. */
export interface StatementOfReasons {
  score: number
  riskLevel: RiskLevel
  /** Score ± 50 × (1 − confidence), within 0–100. */
  range: { from: number; to: number }
  confidence: number
  version: string
  /** At most four, the most serious first. */
  reasons: ShownReason[]
  evidenceKinds: ReasonCode[]
  /** Comparison of its behaviour alone with labelled Ethereum wallets; absent where the accusation does not rest on it. */
  ordinary?: OrdinaryComparison
  isAutomated: boolean
}

/** A signed retraction of an accusation. `text` is signed with the tag FLOW-V0.0-user. */
export interface Clearance {
  text: string
  address: Address
  keyIndex: number
  /** r and s in hex. */
  signature: string
  /** The key, in hex; clearances that were signed earlier lack it. */
  publicKey?: string
  signatureAlgorithm?: string
  hashAlgorithm?: string
}

/** What others must hear of, in the order of its kinds. */
export type AgentNotice =
  /** The level of a watched or judged account changed. */
  | {
      kind: 'level_changed'
      score: number
      scoreBefore: number | null
      riskLevel: RiskLevel
      riskLevelBefore: RiskLevel | null
      evidenceHash: string
      /** The level changed only through a new version of the score. */
      cause?: 'rules'
    }
  /** An account was accused: warned about, flagged, or a freeze was proposed. */
  | {
      kind: 'accused'
      action: 'warn' | 'flag' | 'propose_freeze'
      reason: string
      txId: string | null
      statement: StatementOfReasons
    }
  /** An accusation was withdrawn; goes to every channel that got it. */
  | { kind: 'cleared'; cause: string; clearance: Clearance }
