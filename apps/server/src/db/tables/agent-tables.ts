import type { Transaction } from '@app/flow/send/transaction.ts'
import type { OrdinaryComparison } from '@app/score/behaviour/conformal-table.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject, ProposalAction } from '@app/values/governance.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { ShownReason } from './score-tables.ts'

export type ActionKind =
  | 'flag'
  | 'warn'
  | 'propose_freeze'
  | 'schedule_recheck'
  | 'recheck'
  | 'unflag'
  | 'publish'
  | MessageActionKind
  | 'settle'

/** One kind for each series of sequence numbers. */
export type MessageActionKind = 'relay_proposal' | 'relay_vote' | 'relay_appeal' | 'relay_report'

/** What a daily budget is for. `voter_publish`: publications that voters need for their vote. */
export type BudgetKind = ActionKind | 'relay' | 'voter_publish' | 'review'

/**
 * Which actions are sent first, in this order: signed messages of people, settlements and what
 * voters need; what the agent does by itself; rechecks; publications that visitors request.
 */
export const ACTION_PRIORITIES = ['person', 'agent', 'recheck', 'visitor'] as const

export type ActionPriority = (typeof ACTION_PRIORITIES)[number]

export type ActionStatus = 'queued' | 'sent' | 'sealed' | 'failed'

export interface ActionRow {
  address: Address
  id: Generated<number>
  kind: ActionKind
  evidence_hash: string
  /** Unique per kind and address. */
  idempotency_key: string
  case_id: string
  reason: string
  /** Not null for signed messages, settlements, flags, and ends of rechecks. */
  payload: JSONColumnType<ActionPayload> | null
  priority: Generated<ActionPriority>
  status: Generated<ActionStatus>
  /** Whether it failed because there was nothing to do, or because the contracts refused what a person had signed. */
  is_moot: Generated<boolean>
  attempts: Generated<number>
  tx_id: string | null
  sealed_height: number | null
  problem: string | null
  created_at: Generated<Date>
  changed_at: Generated<Date>
}

/**
 * `sealed`: executed. `reverted`: executed with an error. `dropped`: not executed, and never will
 * be.
 */
export type TransactionOutcome = 'sealed' | 'reverted' | 'dropped'

export interface SignedTransactionRow {
  address: Address
  tx_id: string
  action_id: number
  key_address: Address
  key_index: number
  sequence_number: number
  reference_height: number
  signed: JSONColumnType<Transaction>
  submissions: Generated<number>
  last_submission_height: number | null
  is_answered: Generated<boolean>
  outcome: TransactionOutcome | null
  problem: string | null
  created_at: Generated<Date>
  ended_at: Date | null
}

interface HeartbeatRow {
  is_only: Generated<boolean>
  key_address: Address
  recorded_at: Date
}

export type ClearedCause = 'recheck' | 'appeal' | 'unfreeze' | 'label_removed'

interface AgentAccountRow {
  address: Address
  judged_ms: number
  /** The last judgement more than a day before `judged_ms`. */
  previous_ms: number | null
  transfers: number
  score: number
  risk_level: RiskLevel
  p_value: number
  score_seq: number | null
  version: string
  /** The score to which a new version alone has moved it into danger, while nobody is accused for that. */
  excused_score: number | null
}

/** The level that subscribers know, and the one that the score is on since, where it is another one. */
interface ToldLevelRow {
  address: Address
  risk_level: RiskLevel
  score: number
  version: string
  other_level: RiskLevel | null
  other_since_ms: number | null
}

interface BacklogRow {
  address: Address
  waiting_since_ms: number
  transfers: number
}

interface DiscoveryCursorRow {
  is_only: Generated<boolean>
  seq: number
  address: string
}

export interface AgentCaseRow {
  address: Address
  case_id: string
  reason_code: ReasonCode
  opened_ms: number
  evidence_hash: string
  statement: JSONColumnType<StatementOfReasons>
  /** Since when the score is good enough again; null while it is not. */
  recovered_ms: number | null
  /** When the account is considered again without a new score. */
  revisit_ms: number | null
  cleared_ms: number | null
  cleared_cause: ClearedCause | null
  clearance: JSONColumnType<Clearance> | null
}

/** What was done about an account; never edited. */
interface EntryRow {
  address: Address
  /** Order in the history of all accounts. */
  id: Generated<number>
  number: number
  at_ms: number
  action: string
  success: boolean
  /** A routine check or publication that changed nothing. */
  is_unchanged: Generated<boolean>
  reason: string
  /** SHA-256 of the reason, in hex. */
  reason_hash: string
  case_id: string | null
  evidence_hash: string | null
  action_id: number | null
  tx_id: string | null
}

interface NoticeRow {
  address: Address
  id: Generated<number>
  kind: AgentNotice['kind']
  at_ms: number
  case_id: string | null
  data: JSONColumnType<AgentNotice>
  is_taken: Generated<boolean>
}

/** Tables written only by the agent. Their `…_ms` are block times in Unix milliseconds. */
export interface AgentTables {
  agent_account: AgentAccountRow
  agent_told_level: ToldLevelRow
  agent_backlog: BacklogRow
  agent_discovery_cursor: DiscoveryCursorRow
  agent_case: AgentCaseRow
  agent_entry: EntryRow
  agent_notice: NoticeRow
  agent_action: ActionRow
  agent_transaction: SignedTransactionRow
  agent_heartbeat: HeartbeatRow
}

export interface SubmittedVote {
  proposalId: number
  support: boolean
}

/** What a person signed, without signer, sequence number and end of validity. */
export type SubmittedContent =
  | { kind: 'proposal'; action: ProposalAction; target: Address; reason: string }
  | { kind: 'vote'; votes: SubmittedVote[] }
  | { kind: 'appeal'; against: AppealSubject; reason: string }
  | { kind: 'report'; target: Address; reason: string }
  | { kind: 'report withdrawal' | 'vouch' | 'vouch withdrawal'; target: Address }

/** Sequence number, end of validity and signatures of a message. */
interface MessageConsent {
  sequence: number
  /** Unix seconds, a whole minute. */
  validUntil: number
  /** `signature` is r and s in hex. */
  signatures: { keyId: number; signature: string }[]
}

/** A signed message; the address of its action is the signer. */
export interface MessagePayload extends MessageConsent {
  content: SubmittedContent
}

/** The proposals that a settlement settles besides the address of its action. */
interface SettlePayload {
  proposalIds: number[]
}

/** What a flag of the agent names besides case and reason. */
interface FlagPayload {
  reasonCode: ReasonCode
}

/** Ends the rechecks of an address; without it, an action of this kind starts or restarts them. */
interface EndRechecksPayload {
  ends: 'rechecks'
}

/** What an action sends when the scorer's tables do not say it. */
export type ActionPayload = MessagePayload | SettlePayload | FlagPayload | EndRechecksPayload

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
  /** The key, in hex. */
  publicKey: string
  signatureAlgorithm: string
  hashAlgorithm: string
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
