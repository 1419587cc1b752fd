import type { ScoreResult } from '@app/api/schemas/score.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'
import { type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'
import type { ReactNode } from 'react'
import { formatPoints, keepUnits } from '../../lib/format/format.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { toLeftClass, toWidthClass } from '../../lib/percent-class.ts'
import { LEVEL_RANGES, toRiskBadge } from '../../lib/tone.ts'
import { ShortAddress } from '../../ui/short-address.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { DateTime, TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { UserText } from '../../ui/user-text.tsx'

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

/** The scale of 0 to 100 with the four levels, the position of the score, and how far what is unknown can move it. */
function ScoreGauge({ score, confidence }: { score: number; confidence: number }) {
  const range = computeScoreRange(score, confidence)
  return (
    <div className="mx-auto w-full max-w-[20rem]">
      <div aria-hidden="true">
        <RangeBar score={score} range={range} />
        <div className="mt-1 flex gap-0.5">
          {LEVEL_RANGES.map(({ level, from, to, tone }) => (
            <div
              key={level}
              className={`h-2.5 first:rounded-l-full last:rounded-r-full ${FILL_TONE_CLASSES[tone]} ${toWidthClass(to - from)} ${level === toRiskLevel(score) ? '' : 'opacity-45'}`}
            />
          ))}
        </div>
        <LevelMarks current={toRiskLevel(score)} />
      </div>
      <p className="figures mt-1 text-center text-sm text-ink-soft">
        <span
          className="mr-1.5 inline-block h-2.5 w-5 rounded-xs border border-unknown pattern-unknown"
          aria-hidden="true"
        />
        {formatPoints(range.from)} to {formatPoints(range.to)} with what is unknown
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

/** The symbol of each level under its band, and the scores where levels meet. */
function LevelMarks({ current }: { current: RiskLevel }) {
  return (
    <div className="figures relative mt-0.5 h-4 text-xs text-ink-faint">
      {LEVEL_RANGES.map(({ level, symbol, from, to }) => (
        <span
          key={level}
          className={`absolute -translate-x-1/2 ${toLeftClass((from + to) / 2)} ${level === current ? 'font-bold text-ink' : ''}`}
        >
          {symbol}
        </span>
      ))}
      {LEVEL_RANGES.slice(1).map(({ level, from }) => (
        <span key={level} className={`absolute -translate-x-1/2 ${toLeftClass(from)}`}>
          {from}
        </span>
      ))}
    </div>
  )
}

interface ScoreRange {
  from: number
  to: number
}

/** Returns where a score (0–100) can move to once everything is known: score ± 50 × (1 − confidence), within 0–100. */
export function computeScoreRange(score: number, confidence: number): ScoreRange {
  const unknown = 50 * (1 - confidence)
  return { from: Math.max(0, score - unknown), to: Math.min(100, score + unknown) }
}

/** Returns whether there is too little data to judge a wallet, by its confidence or its flags. */
export function hasInsufficientData({ confidence, flags }: ScoreResult['metadata']): boolean {
  return confidence < INSUFFICIENT_DATA_BELOW || flags.includes('Insufficient data')
}
