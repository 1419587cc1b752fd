import type { Address } from '@app/values/address.ts'
import { RECENT_ALERTS_LIMIT } from '@app/values/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AgentStatusCard,
  agentStatusQuery,
  refreshAgentStatus,
} from '../../features/agent/agent-status-card.tsx'
import { useAlerts } from '../../features/alerts/use-alerts.ts'
import { Subscriptions } from '../../features/subscriptions/subscriptions.tsx'
import { refreshWatch } from '../../features/watch/read-watched.ts'
import { useApi } from '../../lib/api.ts'
import { useProblems } from '../../lib/outage/use-problems.ts'
import { Link } from '../../lib/router/link.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AlertsCard, OwnWallet, useOwnScore } from './own-wallet.tsx'
import { AlertsTile, ProtectionTile } from './tiles.tsx'

export function DashboardOverview({ address }: { address: Address }) {
  const queryClient = useQueryClient()
  const score = useOwnScore(address)
  const status = useQuery(agentStatusQuery(useApi()))
  const recent = useAlerts({ about: 'all', limit: RECENT_ALERTS_LIMIT }, () => {
    refreshAgentStatus(queryClient)
    void refreshWatch(queryClient)
  })
  const problems = useProblems([
    ['Your score', score.error],
    ['Agent status', status.error],
    ['Alerts', recent.error],
  ])
  return (
    <>
      <StatusLine messages={problems} />
      <OwnWallet {...score.tile}>
        <Subscriptions owner={address} />
      </OwnWallet>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="mt-4 text-title font-semibold tracking-tight">The whole network</h2>
        <div className="grid gap-4 md:grid-cols-2">
          <ProtectionTile status={status.data} />
          <AlertsTile status={status.data} />
        </div>
        <AgentStatusCard status={status.data} />
        <AlertsCard
          title="Recent Alerts"
          alerts={recent}
          action={
            <Link to="/wallet" className="link min-h-6 text-small">
              View All →
            </Link>
          }
        />
      </div>
    </>
  )
}
