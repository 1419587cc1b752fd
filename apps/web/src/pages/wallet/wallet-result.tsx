import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { parseAddress } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { ProtectionActions } from '../../features/protection/protection-actions.tsx'
import { PublicationCard } from '../../features/publication/publication-card.tsx'
import { PublishButton } from '../../features/publication/publish-button.tsx'
import { Improvements } from '../../features/score/improvements.tsx'
import { ScoreBreakdown } from '../../features/score/score-breakdown.tsx'
import { ScoreCard } from '../../features/score/score-card.tsx'
import { ScoreDetails } from '../../features/score/score-details.tsx'
import { scoreHistoryQuery } from '../../features/score-history/queries.ts'
import { ScoreHistory } from '../../features/score-history/score-history.tsx'
import { useApi } from '../../lib/api.ts'
import { Card } from '../../ui/card.tsx'
import { LazyDueProcess } from './lazy-due-process.tsx'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface WalletResultProps {
  result: ScoreResult
  analysis: WalletAnalysis
}

/** All data of a wallet. */
export function WalletResult({ result, analysis }: WalletResultProps) {
  const history = useQuery(scoreHistoryQuery(useApi(), result))
  const address = parseAddress(result.address)
  if (address === null) return null
  return (
    <div className="rise grid gap-4" aria-busy={analysis.isBusy}>
      <div className="grid gap-4 lg:grid-cols-[5fr_7fr]">
        <ScoreCard result={result} updateMode={analysis.updateMode}>
          <PublishButton key={address} address={address} />
        </ScoreCard>
        <ScoreDetails result={result} />
      </div>
      <ScoreBreakdown result={result} />
      {result.improve.length > 0 && <Improvements improve={result.improve} />}
      <PublicationCard address={address} result={result} />
      <ScoreHistory entries={history.data} hasFailed={history.isError} />
      <ProtectionActions
        key={address}
        address={address}
        score={result.score}
        onDone={analysis.reload}
      />
      <Card title="Alert Timeline">
        <LazyDueProcess part="notes" address={address} />
        <AlertsList alerts={analysis.alerts} />
      </Card>
      <LazyDueProcess part="cases" address={address} />
    </div>
  )
}
