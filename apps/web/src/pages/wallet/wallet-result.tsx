import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { parseAddress } from '@app/values/address.ts'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { CompareButton } from '../../features/compare/compare-button.tsx'
import { ProtectionActions } from '../../features/protection/protection-actions.tsx'
import { PublicationCard } from '../../features/publication/publication-card.tsx'
import { PublishButton } from '../../features/publication/publish-button.tsx'
import { AdviceLine } from '../../features/score/advice/advice-line.tsx'
import { LazyAdviceCard } from '../../features/score/advice/lazy-advice-card.tsx'
import { ScoreDetails } from '../../features/score/details/score-details.tsx'
import { FactorHighlight } from '../../features/score/factor-highlight.tsx'
import { ScoreBreakdown } from '../../features/score/score-breakdown.tsx'
import { ScoreCard } from '../../features/score/score-card.tsx'
import { LazyWaterfall } from '../../features/score/waterfall/lazy-waterfall.tsx'
import { ShareTools } from '../../features/share/share-tools.tsx'
import { useChainNow } from '../../lib/chain-clock.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Card } from '../../ui/card.tsx'
import { describeSituation } from './describe-situation.ts'
import { LazyDueProcess } from './lazy-due-process.tsx'
import { LazyWalletPictures } from './lazy-wallet-pictures.tsx'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface WalletResultProps {
  result: ScoreResult
  analysis: WalletAnalysis
}

/** All data of a wallet: what the verdict is, why, and what to do come first. */
export function WalletResult({ result, analysis }: WalletResultProps) {
  const address = parseAddress(result.address)
  const situation = describeSituation(result, analysis.protection, useChainNow())
  const isOwn = useWalletSession().address === address
  if (address === null) return null
  return (
    <div className="rise grid gap-4" aria-busy={analysis.isBusy}>
      <FactorHighlight>
        <ScoreCard
          result={result}
          updateMode={analysis.updateMode}
          advice={<AdviceLine situation={situation} isOwn={isOwn} />}
        >
          <PublishButton key={address} address={address} />
        </ScoreCard>
        <div className="-my-1 flex flex-wrap gap-1">
          <ShareTools result={result} />
          <CompareButton address={address} />
        </div>
        <ScoreBreakdown result={result} />
        <LazyAdviceCard result={result} situation={situation} isOwn={isOwn} />
        <LazyWaterfall result={result} />
      </FactorHighlight>
      <ScoreDetails result={result} />
      <PublicationCard address={address} live={result} published={result.published} />
      <LazyWalletPictures address={address} result={result} />
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
