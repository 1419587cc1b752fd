import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { ReactNode } from 'react'
import { formatPoints, keepUnits } from '../../lib/format/format.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { ShortAddress } from '../../ui/short-address.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { DateTime, TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { hasInsufficientData } from './has-insufficient-data.ts'
import { ScoreGauge } from './score-gauge.tsx'

interface ScoreCardProps {
  result: ScoreResult
  updateMode: UpdateMode
  /** Names that somebody gave the wallet, such as that of a list. */
  names: readonly string[]
  /** What to do about it, in one line. */
  advice: ReactNode
  /** Actions of whoever looks. */
  children: ReactNode
}

/** The answer: whose wallet, its score and level, the verdict, what to do about it, and what can be done here. */
export function ScoreCard({ result, updateMode, names, advice, children }: ScoreCardProps) {
  const { riskLevel, confidence } = result.metadata
  const badge = toRiskBadge(riskLevel)
  const isUnknown = hasInsufficientData(result.metadata)
  return (
    <section
      aria-label="Score"
      className="card grid gap-x-10 gap-y-3 p-4 sm:p-5 lg:grid-cols-[1fr_20rem] lg:grid-rows-[auto_auto_1fr]"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <ShortAddress address={result.address} as="text" canCopy leading={8} trailing={6} />
        {names.map((name) => (
          <Badge key={name} tone="neutral">
            <UserText className="inline-block max-w-56 truncate">{name}</UserText>
          </Badge>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 lg:col-start-2 lg:row-start-1">
        <ScoreValue score={result.score} />
        <Badge tone={isUnknown ? 'neutral' : badge.tone}>
          {badge.text}
          {isUnknown && ', too little data'}
        </Badge>
      </div>
      <div className="grid min-w-0 content-start gap-3 wrap-anywhere lg:row-start-2">
        <h2 className="text-xl leading-snug font-semibold tracking-tight text-pretty empty:hidden sm:text-2xl">
          {keepUnits(result.verdict)}
        </h2>
        {advice}
      </div>
      <div className="grid content-start gap-2 lg:col-start-2 lg:row-span-2 lg:row-start-2">
        <ScoreGauge score={result.score} confidence={confidence} />
        {isUnknown && <InsufficientData />}
        <LastUpdated result={result} updateMode={updateMode} />
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:row-start-3 lg:self-end">{children}</div>
    </section>
  )
}

const ScoreValue = ({ score }: { score: number }) => (
  <div className="flex flex-wrap items-baseline gap-x-2">
    <p className="figures leading-none">
      <span className="text-[2.5rem] font-semibold tracking-[-0.045em]">{formatPoints(score)}</span>
      <span className="ml-0.5 text-sm text-ink-faint">/100</span>
    </p>
    <p className="text-sm font-medium text-ink-soft">Dharma Score</p>
  </div>
)

const InsufficientData = () => (
  <p className="rounded-control border border-dashed border-line-strong bg-sunken px-3 py-2 text-sm text-ink-soft">
    <strong className="font-semibold text-ink">Insufficient data.</strong> A score near 50 means
    unknown: it speaks neither for the wallet nor against it.
  </p>
)

function LastUpdated({ result, updateMode }: Pick<ScoreCardProps, 'result' | 'updateMode'>) {
  const { lastUpdated } = result.metadata
  return (
    <div className="text-sm text-ink-faint">
      <p>
        Last updated <DateTime time={lastUpdated} />
        <TimeAgo time={lastUpdated} isBesideDate />
      </p>
      <UpdateModeIndicator updateMode={updateMode} what="New scores" />
    </div>
  )
}
