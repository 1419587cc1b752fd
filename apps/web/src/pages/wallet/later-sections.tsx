import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { ProtectionActions } from '../../features/protection/protection-actions.tsx'
import { PublicationCard } from '../../features/publication/publication-card.tsx'
import { ScoreDetails } from '../../features/score/score-details.tsx'
import { ExportButtons } from '../../features/share/export-buttons.tsx'
import { Card } from '../../ui/card.tsx'
import { LazyDueProcess } from './lazy-due-process.tsx'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface SectionContentProps {
  address: Address
  result: ScoreResult
  analysis: WalletAnalysis
}

export const CaseContent = ({ address, result, analysis }: SectionContentProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <ProtectionActions
      key={address}
      address={address}
      score={result.score}
      onDone={analysis.reload}
    />
    <Card title="Alert Timeline">
      <LazyDueProcess part="notes" address={address} />
      <AlertsList data={analysis.alerts} />
    </Card>
    <LazyDueProcess part="cases" address={address} />
  </div>
)

export const ProofContent = ({ address, result }: SectionContentProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <ScoreDetails result={result} />
    <PublicationCard address={address} live={result} published={result.published} />
    <div className="flex flex-wrap gap-1">
      <ExportButtons result={result} />
    </div>
  </div>
)
