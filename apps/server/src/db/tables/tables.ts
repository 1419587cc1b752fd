import type { Generated, JSONColumnType } from 'kysely'
import type { AgentTables } from './agent-tables.ts'
import type { AlertTables } from './alert-tables.ts'
import type { CaseTables } from './case-tables.ts'
import type { ChainTables } from './chain-tables.ts'
import type { DaoTables } from './dao-tables.ts'
import type { LabelTables } from './label-tables.ts'
import type { ScoreTables } from './score-tables.ts'

interface MailboxRow {
  /** PostgreSQL role that wrote the row. */
  writer: Generated<string>
  topic: string
  body: JSONColumnType<object>
  written_at: Generated<Date>
}

interface ExecutionFailureRow {
  proposal_id: number
  failures: number
  reference_height: number
  retry_at: number
}

/** Tables written only by the co-signers: the mailbox in the main database, the other in their own. */
interface CosignerTables {
  cosigner_mailbox: MailboxRow
  cosigner_failure: ExecutionFailureRow
  cosigner_version: { is_only: Generated<boolean>; version: string; is_busy: boolean }
}

interface RuntimeTables {
  runtime_pause: {
    stage: string
    item: string
    failures: number
    retry_at: Date
  }
}

interface NonceRow {
  nonce_hash: string
  expires_at: Date
}

interface SessionRow {
  token_hash: string
  address: string
  expires_at: Date
}

/** Tables written only by the room `api`; their times are of the wall clock. */
interface UserTables {
  user_nonce: NonceRow
  user_session: SessionRow
}

/** The tables that the query builder reads or writes; the other ones have only hand-written SQL. */
export interface Tables
  extends ChainTables,
    LabelTables,
    ScoreTables,
    AgentTables,
    AlertTables,
    DaoTables,
    CaseTables,
    UserTables,
    RuntimeTables,
    CosignerTables {}
