import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { ReactNode } from 'react'
import { formatCount, formatPoints } from '../../lib/format/format.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'

interface ScoreComparisonProps {
  live: ScoreResult
  published: PublishedScore
}

/** The live and the published score, line by line. */
export function ScoreComparison({ live, published }: ScoreComparisonProps) {
  return (
    <div>
      <table className="w-full table-fixed text-left text-[0.9375rem]">
        <thead className="text-sm text-ink-faint">
          <tr className="*:pb-2 *:font-normal">
            <th scope="col" className="w-[26%]">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Live</th>
            <th scope="col">Published</th>
          </tr>
        </thead>
        <tbody>
          <ComparisonRow
            name="Score"
            live={<ScoreCell score={live.score} level={live.metadata.riskLevel} />}
            published={<ScoreCell score={published.score} level={published.level} />}
          />
          <ComparisonRow
            name="As of"
            live={<TimeAgo time={live.metadata.lastUpdated} />}
            published={<TimeAgo time={published.publishedAt} />}
          />
          <ComparisonRow
            name="Block"
            live={formatCount(live.coverage.toHeight)}
            published={formatCount(published.blockHeight)}
          />
          <ComparisonRow
            name="Version"
            live={`v${live.version}`}
            published={`v${published.version}`}
          />
          <ComparisonRow
            name="Evidence"
            live={<HashCell hash={live.evidenceHash} />}
            published={<HashCell hash={published.evidenceHash} />}
          />
        </tbody>
      </table>
      {published.txId && (
        <p className="border-t border-line pt-3 text-right text-[0.9375rem]">
          <TransactionLink txId={published.txId} />
        </p>
      )}
    </div>
  )
}

interface ComparisonRowProps {
  name: string
  live: ReactNode
  published: ReactNode
}

function ComparisonRow({ name, live, published }: ComparisonRowProps) {
  return (
    <tr className="figures border-t border-line *:py-2 *:pr-2 *:last:pr-0">
      <th scope="row" className="text-sm font-normal text-ink-faint">
        {name}
      </th>
      <td className="font-medium">{live}</td>
      <td className="font-medium">{published}</td>
    </tr>
  )
}

function ScoreCell({ score, level }: { score: number; level: RiskLevel }) {
  const { tone, text } = toRiskBadge(level)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-2xl leading-none font-semibold tracking-tight">
        {formatPoints(score)}
      </span>
      <Badge tone={tone}>{text}</Badge>
    </span>
  )
}

const HashCell = ({ hash }: { hash: string }) => (
  <span title={hash}>{shortenAddress(hash, 4, 4)}</span>
)
