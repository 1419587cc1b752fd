import type { Address } from '@app/values/address.ts'
import type { ProposalAction, ProposalStatus, ProposerRank } from '@app/values/governance.ts'
import type { Generated, JSONColumnType } from 'kysely'

interface DaoCursorRow {
  is_only: Generated<boolean>
  seq: number
}

/** Times in all tables here are Unix seconds of block time. */
export interface ProposalRow {
  id: number
  action: ProposalAction
  target: Address
  proposer: Address
  rank: ProposerRank
  flag_number: number | null
  freeze_number: number | null
  is_appeal: boolean
  title: string
  description: string
  reason: string
  reason_hash: string
  created_at: number
  voting_ends_at: number
  executable_until: number
  height: number
  tx_id: string
}

/** Null: no event reported it. */
export interface ProposalStateRow {
  proposal_id: number
  height: number | null
  tx_index: number | null
  event_index: number | null
  stored_status: ProposalStatus | null
  executed_at: number | null
  executed_tx_id: string | null
  /** How the voting ended, whatever became of the proposal later. */
  stored_outcome: 'approved' | 'rejected' | 'expired' | null
}

interface VoteRow {
  proposal_id: number
  voter: Address
  sequence: number
  support: boolean
  cast_at: number
  score_tenths: number
  evidence_hash: string
  record_height: number
  publisher: Address
  height: number
  /** The votes of one message are signed in the order of their events. */
  event_index: number
  tx_id: string
}

export interface StoredSignature {
  keyIndex: number
  publicKey: string
  signatureAlgorithm: string
  hashAlgorithm: string
  weight: number
  /** r and s in hex. */
  signature: string
}

export interface SignatureRow {
  address: Address
  series: string
  sequence: number
  valid_until: number
  height: number
  tx_id: string
  text: string | null
  signatures: JSONColumnType<StoredSignature[]> | null
  problem: string | null
  standing_since: number | null
}

export interface FlagRow {
  address: Address
  number: number
  case_id: string
  reason_code: string
  reason_hash: string | null
  flagger: Address | null
  flagged_at: number | null
  flag_tx_id: string | null
  lifted_at: number | null
  lift_cause: string | null
  lift_tx_id: string | null
}

/** Until then a flag is refused: with this code or every code, by this flagger or everybody. */
interface FlagBarRow {
  address: Address
  reason_code: string | null
  flagger: Address | null
  until: number
}

export interface FreezeRow {
  address: Address
  number: number
  proposal_id: number | null
  reason_hash: string | null
  since: number | null
  renewed_at: number | null
  flag_case_id: string | null
  /** Ends of the first and of the last vote that decided to end it. */
  overruled_at: number | null
  last_overruled_at: number | null
  ended_at: number | null
  end_proposal_id: number | null
}

export interface AppealRow {
  id: number
  address: Address
  flag_number: number | null
  freeze_number: number | null
  case_id: string | null
  reason_hash: string | null
  opened_at: number | null
  deadline: number | null
  outcome: string | null
  closed_at: number | null
}

interface ReportRow {
  address: Address
  person: Address
  kind: 'report' | 'vouch'
  sequence: number
  is_withdrawn: boolean
  reason_hash: string | null
  /** Of the author's published record; null where the event did not have it, and for withdrawals. */
  score_tenths: number | null
  at: number
  height: number
  tx_index: number
  event_index: number
  tx_id: string
}

/** A guarded vault; open while `closed_at` is null or `opened_at` ≥ `closed_at`. */
interface VaultRow {
  owner: Address
  opened_at: number | null
  closed_at: number | null
}

/** Tables written only by the room `governance`. */
export interface DaoTables {
  dao_cursor: DaoCursorRow
  dao_proposal: ProposalRow
  dao_proposal_state: ProposalStateRow
  dao_vote: VoteRow
  dao_signature: SignatureRow
  dao_flag: FlagRow
  dao_flag_bar: FlagBarRow
  dao_freeze: FreezeRow
  dao_appeal: AppealRow
  dao_report: ReportRow
  dao_vault: VaultRow
  dao_change: { address: Address; seq: number }
}
