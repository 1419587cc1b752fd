import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

export interface NumberedEntry {
  number: number
  entry: AgentHistoryEntry
}

/** Entries with less time between them belong to one decision. */
const SAME_DECISION_MS = 1_000

const WITHHELD = 'Withheld by the operator.'

/**
 * Reads the entries of the history of an address above `afterNumber`, the oldest first; without it those
 * of the newest decision.
 */
export async function readEntriesAfter(
  { db }: Pick<Context, 'db'>,
  address: Address,
  afterNumber: number | null,
): Promise<NumberedEntry[]> {
  const { rows } = await sql<EntryRow>`
    select agent_entry.number, at_ms as "atMs", action, success, reason, tx_id as "txId"
    from agent_entry left join agent_entry_text
      on agent_entry_text.address = agent_entry.address
      and agent_entry_text.number = agent_entry.number
    where agent_entry.address = ${address}
      and case when ${afterNumber}::bigint is not null then agent_entry.number > ${afterNumber}::bigint
        else at_ms > (select max(at_ms) - ${SAME_DECISION_MS}::bigint from agent_entry where address = ${address})
        end
    order by agent_entry.number`.execute(db)
  return rows.map(({ number, ...row }) => ({ number, entry: toEntry(address, row) }))
}

interface EntryRow {
  number: number
  atMs: number
  action: string
  success: boolean
  reason: string | null
  txId: string | null
}

const toEntry = (address: Address, row: Omit<EntryRow, 'number'>): AgentHistoryEntry => ({
  timestamp: new Date(row.atMs).toISOString(),
  address,
  action: row.action,
  success: row.success,
  reason: row.reason ?? WITHHELD,
  ...(row.txId !== null && { txId: row.txId }),
})
