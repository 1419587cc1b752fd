import { BellOff } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Alert } from './alert.ts'
import { AlertItem } from './alert-item.tsx'

/** The alerts, newest first; undefined until they are loaded. */
export function AlertsList({ alerts }: { alerts: readonly Alert[] | undefined }) {
  if (alerts === undefined) return <p className="text-ink-soft">Loading alerts...</p>
  if (alerts.length === 0) {
    return (
      <EmptyState
        icon={BellOff}
        level={3}
        title="No alerts yet"
        text="Alerts appear here when the agent detects suspicious activity"
      />
    )
  }
  return (
    <ol className="divide-y divide-line">
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} />
      ))}
    </ol>
  )
}
