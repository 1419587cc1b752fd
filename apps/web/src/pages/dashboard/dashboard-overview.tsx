import type { Address } from '@app/values/address.ts'
import { RECENT_ALERTS_LIMIT } from '@app/values/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import {
  AgentStatusCard,
  agentStatusQuery,
  refreshAgentStatus,
} from '../../features/agent/agent-status-card.tsx'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { useAlerts } from '../../features/alerts/use-alerts.ts'
import { Subscriptions } from '../../features/subscriptions/subscriptions.tsx'
import { refreshWatch } from '../../features/watch/read-watched.ts'
import { useApi } from '../../lib/api.ts'
import { useLastError, useProblems } from '../../lib/outage/use-problems.ts'
import { Link } from '../../lib/router/link.tsx'
import { scoreQuery } from '../../lib/score-query.ts'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { AlertsTile, ProtectionTile, ScoreTile } from './tiles.tsx'

const OwnSafety = lazyPart(async () => (await import('./own-safety.tsx')).OwnSafety)
const WatchCard = lazyPart(
  async () => (await import('../../features/watch/watch-card.tsx')).WatchCard,
)

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
        <Suspense fallback={<div className="card min-h-40" />}>
          <OwnSafety address={address} />
        </Suspense>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<WatchLoading />}>
          <WatchCard owner={address}>
            <Subscriptions owner={address} />
          </WatchCard>
        </Suspense>
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

const WatchLoading = () => (
  <Card title="Watched wallets">
    <p className="text-ink-soft">Loading watched wallets...</p>
  </Card>
)
