import type { ScoreResult } from '@app/api/schemas/score.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import type { ReactNode } from 'react'
import { formatPoints, formatScoreRange, keepUnits } from '../../lib/format/format.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { toLeftClass, toWidthClass } from '../../lib/percent-class.ts'
import { LEVEL_RANGES, toRiskBadge } from '../../lib/tone.ts'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { DateTime, TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'

interface ScoreCardProps {
  result: ScoreResult
  updateMode: UpdateMode
  /** What to do about it. */
  advice: ReactNode
  /** The button that publishes it. */
  publish: ReactNode
}

/** The answer: score and level, the verdict and what to do about it; then how far all that can still change. */
export function ScoreCard({ result, updateMode, advice, publish }: ScoreCardProps) {
  const { riskLevel, confidence, lastUpdated } = result.metadata
  const badge = toRiskBadge(riskLevel)
  const isUnknown = hasInsufficientData(result.metadata)
  return (
    <section
      aria-label="Score"
      className="card grid content-start gap-x-10 gap-y-2 p-3 sm:p-5 lg:grid-cols-[1fr_19rem]"
    >
      <div className="grid min-w-0 content-start gap-1.5 wrap-anywhere sm:gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ScoreValue score={result.score} />
          <Badge tone={isUnknown ? 'neutral' : badge.tone}>
            {badge.text}
            {isUnknown && ', too little data'}
          </Badge>
        </div>
        <h2 className="leading-snug font-semibold tracking-tight text-pretty empty:hidden sm:text-page">
          {keepUnits(result.verdict)}
        </h2>
        {advice}
      </div>
      <div className="grid content-start gap-2">
        <ScoreGauge score={result.score} confidence={confidence} />
        {isUnknown && <InsufficientData />}
        <div className="text-small text-ink-faint">
          {/* Of one line also before its font is loaded. */}
          <p className="text-caption">
            Last updated <DateTime time={lastUpdated} />
            <TimeAgo time={lastUpdated} isBesideDate />
          </p>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <UpdateModeIndicator updateMode={updateMode} what="New scores" />
            {publish}
          </div>
        </div>
      </div>
    </section>
  )
}

const ScoreValue = ({ score }: { score: number }) => (
  <div className="flex items-baseline gap-x-2">
    <p className="figures leading-none">
      <span className="text-page sm:text-display">{formatPoints(score)}</span>
      <span className="ml-0.5 text-small text-ink-faint">/100</span>
    </p>
    <p className="text-small font-medium whitespace-nowrap text-ink-soft">Dharma Score</p>
  </div>
)

const InsufficientData = () => (
  <p className="rounded-control border border-dashed border-line-strong bg-sunken px-3 py-2 text-small text-ink-soft">
    <strong className="font-semibold text-ink">Insufficient data.</strong> A score near 50 means
    unknown: it speaks neither for the wallet nor against it.
  </p>
)

/** The scale of 0 to 100 with the four levels, the position of the score, and how far what is unknown can move it. */
function ScoreGauge({ score, confidence }: { score: number; confidence: number }) {
  const range = computeScoreRange(score, confidence)
  return (
    <div>
      <div aria-hidden="true">
        <RangeBar score={score} range={range} />
        <div className="mt-1 flex gap-0.5">
          {LEVEL_RANGES.map(({ level, from, to, tone }) => (
            <div
              key={level}
              className={`h-2 first:rounded-l-full last:rounded-r-full ${FILL_TONE_CLASSES[tone]} ${toWidthClass(to - from)} ${level === toRiskLevel(score) ? '' : 'opacity-45'}`}
            />
          ))}
        </div>
      </div>
      <p className="figures mt-1 flex items-center gap-1.5 text-small text-ink-soft">
        <span
          className="inline-block h-2.5 w-5 rounded-xs border border-unknown pattern-unknown"
          aria-hidden="true"
        />
        Possible range {formatScoreRange(range)}
      </p>
    </div>
  )
}

function RangeBar({ score, range: { from, to } }: { score: number; range: ScoreRange }) {
  return (
    <div className="relative h-4">
      <div
        className={`absolute bottom-0 h-2 rounded-xs border border-unknown pattern-unknown transition-[left,width] duration-700 ${toLeftClass(from)} ${toWidthClass(to - from)}`}
      />
      <div
        className={`absolute bottom-0 -ml-1.5 size-0 border-x-6 border-t-10 border-x-transparent border-t-ink transition-[left] duration-700 ${toLeftClass(score)}`}
      />
    </div>
  )
}

/** Where every score starts: nothing is known. */
export const START_SCORE = 50

interface ScoreRange {
  from: number
  to: number
}

/** Returns where a score (0–100) can move to once everything is known: score ± 50 × (1 − confidence), within 0–100. */
export function computeScoreRange(score: number, confidence: number): ScoreRange {
  const unknown = START_SCORE * (1 - confidence)
  return { from: Math.max(0, score - unknown), to: Math.min(100, score + unknown) }
}

/** Returns whether there is too little data to judge a wallet, by its confidence or its flags. */
export function hasInsufficientData({ confidence, flags }: ScoreResult['metadata']): boolean {
  return confidence < INSUFFICIENT_DATA_BELOW || flags.includes('Insufficient data')
}
