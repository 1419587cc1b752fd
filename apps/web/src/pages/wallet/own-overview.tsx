import type { Address } from '@app/values/address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../../features/alerts/use-alerts.ts'
import { refreshWatch } from '../../features/watch/read-watched.ts'
import { useProblems } from '../../lib/outage/use-problems.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AlertsCard, OwnWallet, useOwnScore } from '../dashboard/own-wallet.tsx'

/** More than on the dashboard, whose list leads here. */
const ALERTS_LIMIT = 10

/** What the connected wallet has to know, and the newest alerts about all wallets. */
export function OwnOverview({ address }: { address: Address }) {
  const queryClient = useQueryClient()
  const score = useOwnScore(address)
  const alerts = useAlerts({ about: 'all', limit: ALERTS_LIMIT }, () => {
    void refreshWatch(queryClient)
  })
  const problems = useProblems([
    ['Your score', score.error],
    ['Alerts', alerts.error],
  ])
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatusLine messages={problems} />
      <OwnWallet {...score.tile} />
      <AlertsCard title="Newest alerts of the whole network" alerts={alerts} />
    </div>
  )
}
