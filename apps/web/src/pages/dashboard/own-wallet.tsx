import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import type { useAlerts } from '../../features/alerts/use-alerts.ts'
import { useApi } from '../../lib/api.ts'
import { useLastError } from '../../lib/outage/use-problems.ts'
import { scoreQuery } from '../../lib/score-query.ts'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { ScoreTile, type ScoreTileProps } from './tiles.tsx'

const OwnSafety = lazyPart(async () => (await import('./own-safety.tsx')).OwnSafety)
const WatchCard = lazyPart(
  async () => (await import('../../features/watch/watch-card.tsx')).WatchCard,
)

/** Score, safety, tasks and watched wallets of the connected wallet; `children` stand below the watched wallets. */
export function OwnWallet({ children, ...tile }: ScoreTileProps & { children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <ScoreTile {...tile} />
      <Suspense fallback={<div className="card min-h-40" />}>
        <OwnSafety address={tile.address} />
      </Suspense>
      <div className="md:col-span-2">
        <Suspense fallback={<WatchLoading />}>
          <WatchCard owner={tile.address}>{children}</WatchCard>
        </Suspense>
      </div>
    </div>
  )
}

const WatchLoading = () => (
  <Card title="Watched wallets">
    <p className="text-ink-soft">Loading watched wallets...</p>
  </Card>
)

/** The score of the connected wallet, as its tile takes it, and why it could not be loaded. */
export function useOwnScore(address: Address): { tile: ScoreTileProps; error: unknown } {
  const score = useQuery(scoreQuery(useApi(), address))
  const error = useLastError(score, address)
  const isLoading = score.isPending && error === null
  return { tile: { address, result: score.data?.data, isLoading }, error }
}

interface AlertsCardProps {
  title: string
  alerts: ReturnType<typeof useAlerts>
  action?: ReactNode
}

export const AlertsCard = ({ title, alerts, action }: AlertsCardProps) => (
  <Card title={title} action={action}>
    <AlertsList data={alerts.data} />
    <div className="mt-3 flex justify-end">
      <UpdateModeIndicator updateMode={alerts.updateMode} what="New alerts" />
    </div>
  </Card>
)
