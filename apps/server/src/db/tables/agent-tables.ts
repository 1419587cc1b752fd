import type { Transaction } from '@app/flow/send/transaction.ts'
import type { Address } from '@app/values/address.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { ActionPayload } from './action-payload.ts'

export type ActionKind =
  | 'flag'
  | 'warn'
  | 'propose_freeze'
  | 'schedule_recheck'
  | 'recheck'
  | 'unflag'
  | 'publish'
  | RelayKind
  | 'settle'

/** One kind for each series of sequence numbers. */
export type RelayKind = 'relay_proposal' | 'relay_vote' | 'relay_appeal' | 'relay_report'

/** What a daily budget is for. `voter_publish`: publications that voters need for their vote. */
export type BudgetKind = ActionKind | 'relay' | 'voter_publish'

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
  /** Not null for relays and settlements only. */
  payload: JSONColumnType<ActionPayload> | null
  status: Generated<ActionStatus>
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

interface BudgetRow {
  day: string
  kind: BudgetKind
  client_hash: string
  used: Generated<number>
}

interface RecheckCursorRow {
  is_only: Generated<boolean>
  height: number
}

interface HeartbeatRow {
  is_only: Generated<boolean>
  key_address: Address
  recorded_at: Date
}

/** Tables written only by the agent. */
export interface AgentTables {
  agent_action: ActionRow
  agent_transaction: SignedTransactionRow
  agent_budget: BudgetRow
  agent_heartbeat: HeartbeatRow
  agent_recheck_cursor: RecheckCursorRow
}
