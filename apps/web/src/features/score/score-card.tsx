import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { ReactNode } from 'react'
import { formatDateTime, formatPoints } from '../../lib/format/format.ts'
import { keepUnits } from '../../lib/format/keep-units.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { ScoreGauge } from './gauge/score-gauge.tsx'
import { hasInsufficientData } from './has-insufficient-data.ts'
import { StrongestReasons } from './reasons/strongest-reasons.tsx'
import { ScoreWheel } from './wheel/score-wheel.tsx'

interface ScoreCardProps {
  result: ScoreResult
  updateMode: UpdateMode
  /** What to do about it, in one line. */
  advice: ReactNode
  /** Actions for the score. */
  children: ReactNode
}

/** The score with its risk level, the verdict beside it, what to do, and the strongest reasons. */
export function ScoreCard({ result, updateMode, advice, children }: ScoreCardProps) {
  const { riskLevel, lastUpdated, confidence } = result.metadata
  const badge = toRiskBadge(riskLevel)
  const isUnknown = hasInsufficientData(result.metadata)
  return (
    <section
      aria-label="Score"
      className="card grid gap-x-8 gap-y-4 p-4 sm:p-5 lg:grid-cols-[21.5rem_1fr] lg:grid-rows-[auto_1fr]"
    >
      <div className="grid content-start gap-1">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <Badge tone={isUnknown ? 'neutral' : badge.tone}>
            {badge.text}
            {isUnknown && ', too little data'}
          </Badge>
          <UpdateModeIndicator updateMode={updateMode} what="New scores" />
        </div>
        <ScoreWheel breakdown={result.breakdown} isUnknown={isUnknown}>
          <ScoreValue score={result.score} />
        </ScoreWheel>
        <p className="-mt-2 text-center text-xs text-ink-faint">The fuller a part, the better.</p>
        <ScoreGauge score={result.score} confidence={confidence} />
        {isUnknown && (
          <p className="mt-1 rounded-control border border-dashed border-line-strong bg-sunken px-3 py-2 text-sm text-ink-soft">
            <strong className="font-semibold text-ink">Insufficient data.</strong> A score near 50
            means unknown: neither clean nor accused.
          </p>
        )}
      </div>
      <div className="grid content-start gap-4 lg:row-span-2">
        <h2 className="text-xl leading-snug font-semibold tracking-tight text-pretty sm:text-2xl">
          {keepUnits(result.verdict)}
        </h2>
        {advice}
        <StrongestReasons reasons={result.reasons} />
      </div>
      <div className="grid content-start gap-2 text-center">
        {children}
        <p className="text-sm text-ink-faint">
          Last updated {formatDateTime(lastUpdated)}
          <TimeAgo time={lastUpdated} isBesideDate />
        </p>
      </div>
    </section>
  )
}

function ScoreValue({ score }: { score: number }) {
  return (
    <>
      <p className="figures leading-none">
        <span className="text-[2.25rem] font-semibold min-[26rem]:text-[2.75rem] tracking-[-0.045em]">
          {formatPoints(score)}
        </span>
        <span className="ml-0.5 text-sm text-ink-faint">/100</span>
      </p>
      <p className="mt-1 text-sm font-medium text-ink-soft">Dharma Score</p>
    </>
  )
}
