import type { AgentHistoryEntry } from '@app/api/agent.ts'

export type AlertType = 'warning' | 'error' | 'info' | 'success'

/** Something worth telling, as the alerts list shows it. */
export interface Alert {
  id: string
  /** ISO 8601 */
  timestamp: string
  type: AlertType
  title: string
  message: string
  address?: string | undefined
  txId?: string | undefined
}

const WARNINGS: ReadonlySet<string> = new Set(['flag', 'propose_freeze', 'warn'])

/** One alert for each entry of the agent's history. */
export const alertsOf = (entries: readonly AgentHistoryEntry[]): Alert[] => entries.map(alertOf)

function alertOf(entry: AgentHistoryEntry): Alert {
  return {
    id: `${entry.timestamp}-${entry.address}`,
    timestamp: entry.timestamp,
    type: typeOf(entry),
    title: entry.action.replaceAll('_', ' '),
    message: entry.reason,
    address: entry.address,
    txId: entry.txId,
  }
}

function typeOf({ action, success }: AgentHistoryEntry): AlertType {
  if (!success) return 'error'
  return WARNINGS.has(action) ? 'warning' : 'success'
}
