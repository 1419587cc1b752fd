import type { Address } from '@app/values/address.ts'

/** What is recorded of the statements and decisions about an address. */
export interface CommunityRecord {
  /** The last message of each author and kind. */
  signed: readonly SignedStatement[]
  /** Reports of logged-in wallets without a signature, except withdrawn ones. */
  unsigned: readonly UnsignedReport[]
  /** Number of reports of visitors that are neither withdrawn nor cancelled by an upheld appeal. */
  visitorReports: number
  decisions: readonly RecordedDecision[]
}

/** A report or vouch that a wallet signed. */
export interface SignedStatement {
  kind: 'report' | 'vouch'
  author: Address
  /** Score of the author at that time, 0–100. */
  score: number
  isWithdrawn: boolean
  /** Unix seconds of block time. */
  at: number
  height: number
  txIndex: number
  txId: string
}

/** A report that a logged-in wallet made without a signature. */
export interface UnsignedReport {
  author: string
  /** Score of the author at that time, 0–100. */
  score: number
  /** Unix seconds of block time. */
  at: number
}

/** A decision of the community in the case of a flag, as the chain recorded it. */
export interface RecordedDecision {
  kind: 'freeze' | 'appeal_denied' | 'appeal_upheld'
  caseId: string
  /** Unix seconds of block time: when the appeal was decided; 0 for a freeze. */
  closedAt: number
  /** The proposal that was executed last, or of the appeal. */
  proposalIds: readonly number[]
}
