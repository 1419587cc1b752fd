import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'

export type AlertType = 'warning' | 'error' | 'info' | 'success'

/** An entry of the alerts list. */
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

const WARNING_ACTIONS: ReadonlySet<string> = new Set(['flag', 'propose_freeze', 'warn'])

/** Converts each entry of the agent's history to an alert. */
export const toAlerts = (entries: readonly AgentHistoryEntry[]): Alert[] => entries.map(toAlert)

function toAlert(entry: AgentHistoryEntry): Alert {
  return {
    id: `${entry.timestamp}-${entry.address}`,
    timestamp: entry.timestamp,
    type: toAlertType(entry),
    title: entry.action.replaceAll('_', ' '),
    message: entry.reason,
    address: entry.address,
    txId: entry.txId,
  }
}

function toAlertType({ action, success }: AgentHistoryEntry): AlertType {
  if (!success) return 'error'
  return WARNING_ACTIONS.has(action) ? 'warning' : 'success'
}
