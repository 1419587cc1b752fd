import type { Address } from '@app/values/address.ts'
import { RECENT_ALERTS_LIMIT } from '@app/values/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AgentStatusCard } from '../../features/agent/agent-status-card.tsx'
import { agentStatusQuery } from '../../features/agent/queries.ts'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { recentAlertsQuery } from '../../features/alerts/queries.ts'
import { scoreQuery } from '../../features/score/queries.ts'
import { useApi } from '../../lib/api.ts'
import { formatPartFailure } from '../../lib/format/format-failure.ts'
import { Card } from '../../ui/card.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { AlertsTile, ProtectionTile, ScoreTile } from './tiles.tsx'

/** The dashboard of a connected wallet. */
export function DashboardOverview({ address }: { address: Address }) {
  const api = useApi()
  const score = useQuery(scoreQuery(api, address))
  const status = useQuery(agentStatusQuery(api))
  const alerts = useQuery(recentAlertsQuery(api, RECENT_ALERTS_LIMIT))
  const failures = [
    ...formatPartFailure('Your score', score.error),
    ...formatPartFailure('Agent status', status.error),
    ...formatPartFailure('Alerts', alerts.error),
  ]
  return (
    <>
      <StatusLine messages={failures} />
      <div className="grid gap-4 md:grid-cols-3">
        <ScoreTile address={address} result={score.data?.data} isLoading={score.isPending} />
        <ProtectionTile status={status.data} />
        <AlertsTile status={status.data} />
      </div>
      <div className="mt-4 grid gap-4">
        <AgentStatusCard status={status.data} />
        <Card
          title="Recent Alerts"
          action={
            <Link to="/wallet" className="link text-sm">
              View All →
            </Link>
          }
        >
          <AlertsList alerts={alerts.data ?? []} />
        </Card>
      </div>
    </>
  )
}
