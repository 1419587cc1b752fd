import type { Address } from '@app/values/address.ts'
import { RECENT_ALERTS_LIMIT } from '@app/values/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AgentStatusCard,
  agentStatusQuery,
  refreshAgentStatus,
} from '../../features/agent/agent-status-card.tsx'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { useAlerts } from '../../features/alerts/use-alerts.ts'
import { Subscriptions } from '../../features/subscriptions/subscriptions.tsx'
import { LazyWatchCard } from '../../features/watch/lazy-watch-card.tsx'
import { refreshWatch } from '../../features/watch/read-watched.ts'
import { useApi } from '../../lib/api.ts'
import { useLastError, useProblems } from '../../lib/outage/use-problems.ts'
import { Link } from '../../lib/router/link.tsx'
import { scoreQuery } from '../../lib/score-query.ts'
import { Card } from '../../ui/card.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { LazyOwnSafety } from './lazy-own-safety.tsx'
import { AlertsTile, ProtectionTile, ScoreTile } from './tiles.tsx'

/** The dashboard of a connected wallet. */
export function DashboardOverview({ address }: { address: Address }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const score = useQuery(scoreQuery(api, address))
  const status = useQuery(agentStatusQuery(api))
  const recent = useAlerts({ about: 'all', limit: RECENT_ALERTS_LIMIT }, () => {
    refreshAgentStatus(queryClient)
    void refreshWatch(queryClient)
  })
  const scoreError = useLastError(score, address)
  const problems = useProblems([
    ['Your score', scoreError],
    ['Agent status', status.error],
    ['Alerts', recent.error],
  ])
  return (
    <>
      <StatusLine messages={problems} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[1fr_2fr]">
        <ScoreTile
          address={address}
          result={score.data?.data}
          isLoading={score.isPending && scoreError === null}
        />
        <LazyOwnSafety address={address} />
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <LazyWatchCard owner={address}>
          <Subscriptions owner={address} />
        </LazyWatchCard>
        <h2 className="mt-4 text-xl font-semibold tracking-tight">The whole network</h2>
        <div className="grid gap-4 md:grid-cols-2">
          <ProtectionTile status={status.data} />
          <AlertsTile status={status.data} />
        </div>
        <AgentStatusCard status={status.data} />
        <Card
          title="Recent Alerts"
          action={
            <Link to="/wallet" className="link text-sm">
              View All →
            </Link>
          }
        >
          <AlertsList data={recent.data} />
          <div className="mt-3 flex justify-end">
            <UpdateModeIndicator updateMode={recent.updateMode} what="New alerts" />
          </div>
        </Card>
      </div>
    </>
  )
}
