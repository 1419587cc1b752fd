import type { ScoreHistoryEntry } from '@app/api/schemas/score-history.ts'
import { HIGH_RISK_BELOW, SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import { formatPoints } from '../../lib/format/format.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { Card } from '../../ui/card.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone-classes.ts'
import { buildTrendPath, buildTrendPoints, type TrendPoint } from './trend.ts'

const LEVEL_THRESHOLDS = [HIGH_RISK_BELOW, SUSPECTED_BELOW, TRUSTED_FROM]

interface ScoreHistoryProps {
  /** Newest first; undefined until they are loaded. */
  entries: readonly ScoreHistoryEntry[] | undefined
  hasFailed: boolean
}

/** The history of the score: a line chart, and its last change as text. */
export function ScoreHistory({ entries = [], hasFailed }: ScoreHistoryProps) {
  const points = buildTrendPoints(entries)
  return (
    <Card title="Score History">
      <div className="relative mr-8 h-26" aria-hidden="true">
        <TrendLine points={points} />
        {points.map(({ x, y, entry }) => (
          <span
            key={`${entry.computedAt}-${entry.evidenceHash}`}
            className={`absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface ${FILL_TONE_CLASSES[toRiskBadge(entry.riskLevel).tone]}`}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
      </div>
      <p className="figures mt-3 min-h-6 text-sm text-ink-soft">
        {hasFailed ? 'The history could not be loaded.' : <LastChange entries={entries} />}
      </p>
    </Card>
  )
}

function TrendLine({ points }: { points: readonly TrendPoint[] }) {
  return (
    <>
      {LEVEL_THRESHOLDS.map((bound) => (
        <span
          key={bound}
          className="figures absolute inset-x-0 border-t border-dashed border-line"
          style={{ top: `${100 - bound}%` }}
        >
          <span className="absolute -right-8 -translate-y-1/2 text-xs text-ink-faint">{bound}</span>
        </span>
      ))}
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        fill="none"
        aria-hidden="true"
      >
        <path
          d={buildTrendPath(points)}
          className="stroke-line-strong"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </>
  )
}

function LastChange({ entries }: { entries: readonly ScoreHistoryEntry[] }) {
  const [latest, before] = entries
  if (latest === undefined) return null
  if (before === undefined) return 'This is the first score. New ones will appear here.'
  return (
    <>
      Last change: from {formatPoints(before.score)} to {formatPoints(latest.score)}
      {latest.previousLevel && `, and no longer ${toRiskBadge(latest.previousLevel).text}`}
      <span className="text-ink-faint">
        {' · '}
        <TimeAgo time={latest.computedAt} />
      </span>
    </>
  )
}
