import type { Generated, JSONColumnType } from 'kysely'

export interface MailboxRow {
  /** PostgreSQL role that wrote the row. */
  writer: Generated<string>
  topic: string
  body: JSONColumnType<object>
  written_at: Generated<Date>
}

export interface ExecutionFailureRow {
  proposal_id: number
  failures: number
  reference_height: number
  retry_at: number
}

/** Tables written only by the co-signers: the mailbox in the main database, the other in their own. */
export interface CosignerTables {
  cosigner_mailbox: MailboxRow
  cosigner_failure: ExecutionFailureRow
}
