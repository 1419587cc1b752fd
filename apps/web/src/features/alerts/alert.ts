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
  /** The wallet was accused, which its owner can appeal. */
  isAccusation: boolean
}

/** Actions that accuse a wallet. */
const ACCUSING_ACTIONS: ReadonlySet<string> = new Set(['flag', 'propose_freeze', 'warn'])

/** Adds a new alert to a list, newest first, of at most `limit`; an alert that it already has stays once. */
export function mergeAlert(alerts: readonly Alert[], alert: Alert, limit: number): Alert[] {
  return [alert, ...alerts.filter(({ id }) => id !== alert.id)].slice(0, limit)
}

/** Converts an entry of the agent's history. */
export function toAlert(entry: AgentHistoryEntry): Alert {
  return {
    id: `${entry.timestamp}-${entry.address}`,
    timestamp: entry.timestamp,
    type: toAlertType(entry),
    title: entry.action.replaceAll('_', ' '),
    message: entry.reason,
    address: entry.address,
    txId: entry.txId,
    isAccusation: entry.success && ACCUSING_ACTIONS.has(entry.action),
  }
}

function toAlertType({ action, success, isUnchanged }: AgentHistoryEntry): AlertType {
  if (!success) return 'error'
  if (ACCUSING_ACTIONS.has(action)) return 'warning'
  return isUnchanged ? 'info' : 'success'
}
