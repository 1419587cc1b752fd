import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { toPlainText } from '@app/values/text/plain-text.ts'
import type { HistoryEntry } from '../../agent/history/read-history.ts'

/** Converts an entry to its form in the API. Texts of people pass the filter again. */
export const toHistoryEntry = (entry: HistoryEntry): AgentHistoryEntry => ({
  timestamp: new Date(entry.atMs).toISOString(),
  address: entry.address,
  action: entry.action,
  success: entry.success,
  reason: entry.reason === null ? 'withheld by the operator' : toPlainText(entry.reason),
  ...(entry.isUnchanged && { isUnchanged: true }),
  ...(entry.txId !== null && { txId: entry.txId }),
})
