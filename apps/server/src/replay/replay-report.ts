import type { BlockRange } from '@app/flow/read/chain.ts'
import type { OrdinaryComparison } from '@app/score/behaviour/conformal-table.ts'
import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { ClearedCause } from '../db/tables/agent-tables.ts'
import type { LabelMode } from './label-timeline.ts'
import type { KnownBadCause } from './read-source.ts'

/** A block with its time in Unix milliseconds. */
export interface BlockPosition {
  height: number
  timeMs: number
}

/** What the agent said of an account in a block. */
export interface ReplayedGrounds {
  score: number
  riskLevel: RiskLevel
  /** 0–1. */
  confidence: number
  reasonCode: ReasonCode
  evidenceKinds: readonly ReasonCode[]
  /** Undefined where it does not rest on behaviour. */
  ordinary: OrdinaryComparison | undefined
}

/** What the agent would have done to an account. */
export interface ReplayedAction extends BlockPosition, ReplayedGrounds {
  kind: 'warn' | 'flag' | 'propose_freeze'
}

/** An accusation, with the block in which it would have been made, and its grounds there. */
export interface ReplayedAccusation extends BlockPosition, ReplayedGrounds {
  address: Address
  caseId: string
  /** In order; later ones may have other grounds. */
  actions: readonly ReplayedAction[]
  /** The withdrawal; `null` when there was none up to the last block. */
  cleared: (BlockPosition & { cause: ClearedCause }) | null
  /** Why the account is known to be bad; `null` for an ordinary one. */
  verdict: KnownBadCause | null
}

/** What the agent would have done in a range of blocks. */
export interface ReplayReport extends BlockRange {
  /** First block with which the agent worked; what it did before `fromHeight` is not in the report. */
  leadHeight: number
  /** First and last block of the range with events; `null` when there is none. */
  first: BlockPosition | null
  last: BlockPosition | null
  blocksWithEvents: number
  labelMode: LabelMode
  /** Accounts that were judged. */
  judgedAccounts: number
  /** In the order of blocks. */
  accusations: readonly ReplayedAccusation[]
  /** Accounts that were accused before `fromHeight`. */
  accusedBefore: number
  /** How many ordinary accounts behaviour alone would have accused, at most, on average. */
  expectedFalseAlarms: number
  /** Accounts that could not be judged, one sentence for each. */
  problems: readonly string[]
}
