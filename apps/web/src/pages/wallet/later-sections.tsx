import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { AlertsList } from '../../features/alerts/alerts-list.tsx'
import { CaseList } from '../../features/case/case-list.tsx'
import { casesQuery } from '../../features/case/read-case.ts'
import { AgentNotes } from '../../features/protection/agent-notes.tsx'
import { hasStatus } from '../../features/protection/describe-protection.ts'
import { ProtectionActions } from '../../features/protection/protection-actions.tsx'
import { Publication } from '../../features/publication/publication.tsx'
import { ScoreDetails } from '../../features/score/score-details.tsx'
import { ScoreHistory } from '../../features/score-history/score-history.tsx'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { CardPart } from '../../ui/card.tsx'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface SectionContentProps {
  address: Address
  result: ScoreResult
  analysis: WalletAnalysis
}

/** What can be done, how the score went, and what the agent did, in one card. */
export function CaseContent({ address, result, analysis }: SectionContentProps) {
  const cases = useQuery(casesQuery(useApi(), address))
  const nowMs = useChainNow()
  const { protection } = analysis
  const isInStatus = protection !== undefined && hasStatus(protection, nowMs, result.metadata.flags)
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 p-5 sm:p-6 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <ProtectionActions
          key={address}
          address={address}
          score={result.score}
          onDone={analysis.reload}
        />
        <ScoreHistory key={`history ${address}`} result={result} cases={cases.data ?? []} />
        {!isInStatus && <CaseList address={address} />}
      </div>
      <CardPart title="Alert Timeline">
        <AlertsList data={analysis.alerts} about={address} />
        <AgentNotes address={address} />
      </CardPart>
    </div>
  )
}

export const ProofContent = ({ address, result }: SectionContentProps) => (
  <ScoreDetails result={result}>
    <Publication address={address} live={result} published={result.published} />
  </ScoreDetails>
)
