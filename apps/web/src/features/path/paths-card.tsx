import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PathStrip } from './path-strip.tsx'
import { pathsQuery } from './queries.ts'

/** How the wallet is connected with listed accounts, one strip for each path. */
export function PathsCard({ result }: { result: ScoreResult }) {
  const { data, isError, refetch } = useQuery(pathsQuery(useApi(), result))
  const problem = isError && data === undefined
  return (
    <Card title="Connection to listed accounts">
      <div className="grid min-h-7 gap-7">
        {problem && (
          <p className="flex items-center gap-3 text-ink-soft">
            The paths could not be loaded.
            <Button variant="secondary" size="small" onClick={() => void refetch()}>
              Try Again
            </Button>
          </p>
        )}
        {data?.paths.length === 0 && (
          <p className="text-ink-soft">
            None found: no path of up to three transfers leads to a listed account.
          </p>
        )}
        {data?.paths.map((path) => (
          <PathStrip
            key={`${path.relation} ${path.transfers.map(({ txId }) => txId).join()}`}
            address={result.address}
            path={path}
            accounts={data.accounts}
          />
        ))}
      </div>
    </Card>
  )
}
