import type { AccountSummary } from '@app/api/schemas/account.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { readGraphSteps } from '../../features/counterparty-graph/use-graph.ts'
import { HoldingsPanel } from '../../features/holdings/holdings-panel.tsx'
import { PathsPanel, pathsQuery } from '../../features/path/paths-panel.tsx'
import { TransfersPanel } from '../../features/transfers/transfers-panel.tsx'
import { useApi } from '../../lib/api.ts'
import { useLocation } from '../../lib/router/location.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** What the wallet did and holds, and with whom it deals. A tab loads when it is opened. */
export function ActivityContent({ result }: { result: ScoreResult }) {
  const tabs = [
    { id: 'transfers', title: 'Transfers', content: <TransfersPanel result={result} /> },
    { id: 'holdings', title: 'Holdings', content: <HoldingsPanel result={result} /> },
    { id: 'counterparties', title: 'Counterparties', content: <Counterparties result={result} /> },
    { id: 'paths', title: 'Link to listed accounts', content: <PathsPanel result={result} /> },
  ]
  return (
    <div className="card p-5 sm:p-6">
      <Tabs
        key={result.address}
        label="Activity"
        heading={<h2 className="text-title">Activity</h2>}
        tabs={tabs}
        first={useFirstTab(tabs)}
      />
    </div>
  )
}

/** The tab that the hash of the URL names, else that of a graph that the URL describes, else the first. */
function useFirstTab(tabs: readonly { id: string }[]): string {
  const { hash, search } = useLocation()
  const [otherwise] = useState(readGraphSteps(search) === null ? 'transfers' : 'counterparties')
  return tabs.find(({ id }) => hash === `#${id}`)?.id ?? otherwise
}

const CounterpartyGraph = lazyPart(
  async () =>
    (await import('../../features/counterparty-graph/counterparty-graph.tsx')).CounterpartyGraph,
)

function Counterparties({ result }: { result: ScoreResult }) {
  const paths = useQuery(pathsQuery(useApi(), result))
  const known = paths.data?.accounts.find((account) => account.address === result.address)
  return (
    <Suspense fallback={<p className="min-h-96 text-ink-soft">Loading...</p>}>
      <CounterpartyGraph root={toAccount(result, known)} />
    </Suspense>
  )
}

const toAccount = (result: ScoreResult, known: AccountSummary | undefined): AccountSummary => ({
  address: result.address,
  score: result.score,
  riskLevel: result.metadata.riskLevel,
  isListed: known?.isListed ?? result.reasons.some(({ code }) => code === 'listed'),
  isService: known?.isService ?? false,
})
