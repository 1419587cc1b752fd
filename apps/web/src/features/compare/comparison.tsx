import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { Address } from '@app/values/address.ts'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { formatPartFailure } from '../../lib/format/format-failure.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { Link } from '../../lib/router/link.tsx'
import { scoreQuery } from '../../lib/score-query.ts'
import { buildButtonClass } from '../../ui/build-button-class.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { ComparedFactors } from './compared-factors.tsx'
import { ComparedReasons } from './compared-reasons.tsx'
import { ComparedScore } from './compared-score.tsx'

interface ComparisonProps {
  addresses: readonly [Address, Address]
}

/** Two wallets side by side: scores, factors and reasons. */
export function Comparison({ addresses }: ComparisonProps) {
  const api = useApi()
  const [a, b] = useQueries({
    queries: [scoreQuery(api, addresses[0]), scoreQuery(api, addresses[1])],
  })
  const messages = [a, b].flatMap(({ error }, index) =>
    formatPartFailure(`Score of ${shortenAddress(addresses[index] ?? '')}`, error),
  )
  const isLoading = a.isLoading || b.isLoading
  return (
    <div className="page-width">
      <title>Two wallets compared · Dharma Guard</title>
      <PageHeader title="Two wallets compared" subtitle="Scores, factors and reasons side by side">
        <div className="flex items-center gap-2">
          <CopyButton text={window.location.href} label="link to this comparison" />
          <Link to={`/wallet/${addresses[0]}`} className={buildButtonClass('secondary')}>
            <X className="size-4" aria-hidden="true" />
            End the comparison
          </Link>
        </div>
      </PageHeader>
      <StatusLine messages={messages} />
      {isLoading && <LoadingCard text="Computing Dharma Score..." />}
      {a.data && b.data && <BothWallets results={[a.data.data, b.data.data]} />}
    </div>
  )
}

function BothWallets({ results }: { results: readonly [ScoreResult, ScoreResult] }) {
  const [a, b] = results
  return (
    <div className="rise grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <ComparedScore result={a} />
        <ComparedScore result={b} />
      </div>
      <ComparedFactors results={results} />
      <div className="grid gap-4 md:grid-cols-2">
        <ComparedReasons result={a} />
        <ComparedReasons result={b} />
      </div>
    </div>
  )
}
