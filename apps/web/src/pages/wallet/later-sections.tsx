import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import type { Alerts } from '../../features/alerts/use-alerts.ts'
import { casesQuery } from '../../features/case/read-case.ts'
import { ProtectionActions } from '../../features/protection/protection-actions.tsx'
import { PublicationCard } from '../../features/publication/publication-card.tsx'
import { ScoreDetails } from '../../features/score/score-details.tsx'
import { ScoreHistory } from '../../features/score-history/score-history.tsx'
import { ExportButtons } from '../../features/share/export-buttons.tsx'
import { useApi } from '../../lib/api.ts'
import { CardPart } from '../../ui/card.tsx'
import { LazyDueProcess } from './lazy-due-process.tsx'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface SectionContentProps {
  address: Address
  result: ScoreResult
  analysis: WalletAnalysis
}

export const CaseContent = ({ address, result, analysis }: SectionContentProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
    <ProtectionActions
      key={address}
      address={address}
      score={result.score}
      onDone={analysis.reload}
    />
    <HistoryCard address={address} result={result} alerts={analysis.alerts} />
    <LazyDueProcess part="cases" address={address} />
  </div>
)

interface HistoryCardProps {
  address: Address
  result: ScoreResult
  /** Undefined until they are loaded. */
  alerts: Alerts | undefined
}

/** How the score went, and what the agent did about the wallet. */
function HistoryCard({ address, result, alerts }: HistoryCardProps) {
  const cases = useQuery(casesQuery(useApi(), address))
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-5 sm:p-6">
      <ScoreHistory key={address} result={result} cases={cases.data ?? []} />
      <CardPart title="Alert Timeline">
        <LazyDueProcess part="notes" address={address} />
        <AlertsList data={alerts} about={address} />
      </CardPart>
    </div>
  )
}

export const ProofContent = ({ address, result }: SectionContentProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <ScoreDetails result={result} />
    <PublicationCard address={address} live={result} published={result.published} />
    <div className="flex flex-wrap gap-1">
      <ExportButtons result={result} />
    </div>
  </div>
)
