import type { WalletOverview } from '@app/api/schemas/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatCount } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { ActiveWallet } from './active-wallet.tsx'
import { describeLevels, describeSample } from './describe-wallet.ts'
import { LevelCounts } from './level-counts.tsx'
import { NewestDecision } from './newest-decision.tsx'
import { overviewQuery } from './queries.ts'
import { Swarm } from './swarm.tsx'
import { useLiveOverview } from './use-live-overview.ts'

/** The wallets of the network as they score now, what is indexed of it, and the newest decision of its people. */
export function NetworkPicture() {
  const overview = useQuery(overviewQuery(useApi()))
  const updateMode = useLiveOverview(overview.data !== undefined)
  if (overview.data === undefined) {
    return overview.isError ? (
      <PictureFailure error={overview.error} onRetry={() => void overview.refetch()} />
    ) : null
  }
  return (
    <div className="appear grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Counts {...overview.data} />
        <UpdateModeIndicator updateMode={updateMode} what="New scores" />
      </div>
      <p className="sr-only">{describeLevels(overview.data)}</p>
      {overview.data.scored === 0 ? (
        <NoScores />
      ) : (
        <Swarm
          overview={overview.data}
          renderActive={(wallet) => <ActiveWallet wallet={wallet} />}
        />
      )}
      <LevelCounts levels={overview.data.levels} />
      <NewestDecision />
    </div>
  )
}

function Counts(overview: WalletOverview) {
  const { scored, accounts, transfers } = overview
  return (
    <p className="text-ink-soft">
      <span className="figures font-semibold text-ink">{formatCount(scored)}</span> wallets scored,{' '}
      <span className="figures font-semibold text-ink">{formatCount(accounts)}</span> accounts and{' '}
      <span className="figures font-semibold text-ink">{formatCount(transfers)}</span> transfers
      indexed. {describeSample(overview)}
    </p>
  )
}

function NoScores() {
  return (
    <p className="grid h-56 place-items-center rounded-control bg-sunken px-6 text-center text-ink-soft">
      No wallet has a score yet. Enter an address above to compute the first one.
    </p>
  )
}

function PictureFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="status" className="grid h-72 place-content-center justify-items-center gap-4">
      <p className="text-center text-ink-soft">
        {formatFailure(error, 'The scores could not be loaded.')}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
