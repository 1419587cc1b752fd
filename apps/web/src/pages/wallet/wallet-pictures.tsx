import type { AccountSummary } from '@app/api/schemas/account.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { CounterpartyGraph } from '../../features/counterparty-graph/counterparty-graph.tsx'
import { HoldingsCard } from '../../features/holdings/holdings-card.tsx'
import { PathsCard, pathsQuery } from '../../features/path/paths-card.tsx'
import { useApi } from '../../lib/api.ts'

/** The pictures of a wallet: its money and what it holds. One chunk, loaded after the score. */
export function WalletPictures({ address, result }: { address: Address; result: ScoreResult }) {
  const api = useApi()
  const paths = useQuery(pathsQuery(api, result))
  const known = paths.data?.accounts.find((account) => account.address === address)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PathsCard result={result} />
      <CounterpartyGraph key={address} root={toAccount(result, known)} />
      <HoldingsCard result={result} />
    </div>
  )
}

const toAccount = (result: ScoreResult, known: AccountSummary | undefined): AccountSummary => ({
  address: result.address,
  score: result.score,
  riskLevel: result.metadata.riskLevel,
  isListed: known?.isListed ?? result.reasons.some(({ code }) => code === 'listed'),
  isService: known?.isService ?? false,
})
