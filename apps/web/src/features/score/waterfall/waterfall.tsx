import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FACTOR_DEFINITIONS, type Factor } from '@app/values/factor.ts'
import { RISK_LEVEL_DEFINITIONS, toRiskLevel } from '@app/values/risk-level.ts'
import type { MouseEvent, ReactNode } from 'react'
import { formatPoints, formatSignedPoints } from '../../../lib/format/format.ts'
import { toReasonTone } from '../../../lib/tone.ts'
import { Card } from '../../../ui/card.tsx'
import { BAR_TONE_CLASSES } from '../../../ui/tone/tone-classes.ts'
import { UserText } from '../../../ui/user-text.tsx'
import type { ScoreReason } from '../reasons/reason-item.tsx'
import { getFactorId, openFactor } from '../score-breakdown.tsx'
import { computeScoreRange, type ScoreRange } from '../score-card.tsx'

/** The steps from 50 to the score, one for each reason, as a table whose last column is drawn. */
export function Waterfall({ result }: { result: ScoreResult }) {
  const { score, reasons, metadata } = result
  const steps = buildWaterfall(reasons)
  const range = computeScoreRange(score, metadata.confidence)
  const domain = computeDomain(steps, range)
  return (
    <Card title={`From ${START_SCORE} to ${formatPoints(score)}`}>
      <p className="-mt-2 mb-3 max-w-3xl text-[0.9375rem] text-ink-soft">
        Every wallet starts at {START_SCORE}, where nothing is known. Each reason moves the score,
        and together they are the score exactly.
      </p>
      <table className="figures w-full table-fixed border-collapse text-[0.9375rem]">
        <thead className="text-left text-sm text-ink-faint">
          <tr>
            <th scope="col" className="pb-1 font-medium">
              Reason
            </th>
            <th scope="col" className="w-15 pb-1 text-right font-medium">
              Points
            </th>
            <th scope="col" className="w-15 pb-1 text-right font-medium">
              Score
            </th>
            <td className="hidden w-1/2 pb-1 pl-5 sm:table-cell">
              <Scale domain={domain} />
            </td>
          </tr>
        </thead>
        <tbody>
          <FixedRow name="Start: nothing is known" score={START_SCORE} domain={domain} />
          {steps.map((step) => (
            <StepRow key={`${step.factor} ${step.code}`} step={step} domain={domain} />
          ))}
          <FixedRow name="Dharma Score" score={score} domain={domain} isLast>
            <UnknownRange range={range} domain={domain} />
          </FixedRow>
        </tbody>
      </table>
      <RangeNote score={score} range={range} />
    </Card>
  )
}

const CELL_CLASS = 'border-t border-line py-1.5'

interface StepProps {
  step: WaterfallStep
  /** The drawn part of the scale. */
  domain: ScoreRange
}

function StepRow({ step, domain }: StepProps) {
  const { factor, headline, points, to } = step
  return (
    <tr>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal`}>
        <FactorLink factor={factor} className="hover:underline hover:underline-offset-4">
          <UserText>{headline}</UserText>
          <span className="block text-sm text-ink-faint sm:ml-2 sm:inline">
            {FACTOR_DEFINITIONS[factor].label}
          </span>
        </FactorLink>
        <div aria-hidden="true" className="mt-1 sm:hidden">
          <StepBar step={step} domain={domain} />
        </div>
      </th>
      <td className={`${CELL_CLASS} text-right align-top font-semibold`}>
        {formatSignedPoints(points)}
      </td>
      <td className={`${CELL_CLASS} text-right align-top text-ink-soft`}>{formatPoints(to)}</td>
      <td aria-hidden="true" className={`${CELL_CLASS} hidden pl-5 sm:table-cell`}>
        <StepBar step={step} domain={domain} />
      </td>
    </tr>
  )
}

interface FixedRowProps {
  name: string
  score: number
  domain: ScoreRange
  isLast?: boolean
  /** Drawn behind the mark of the score. */
  children?: ReactNode
}

function FixedRow({ name, score, domain, isLast = false, children }: FixedRowProps) {
  return (
    <tr className={isLast ? 'font-semibold' : 'text-ink-soft'}>
      <th scope="row" className={`${CELL_CLASS} text-left font-[inherit]`} colSpan={2}>
        {name}
      </th>
      <td className={`${CELL_CLASS} text-right`}>{formatPoints(score)}</td>
      <td aria-hidden="true" className={`${CELL_CLASS} hidden pl-5 sm:table-cell`}>
        <div className="relative h-5">
          {children}
          <div
            className="absolute inset-y-0 -ml-px w-0.5 rounded-full bg-ink"
            style={{ left: `${placeScore(score, domain)}%` }}
          />
        </div>
      </td>
    </tr>
  )
}

/** From the score before the step to the one after it; at least as wide as a line. */
function StepBar({ step: { code, from, to, points }, domain }: StepProps) {
  const start = placeScore(from, domain)
  const end = placeScore(to, domain)
  const tone = toReasonTone({ code, points })
  const fill = tone === 'neutral' ? 'border border-unknown pattern-unknown' : BAR_TONE_CLASSES[tone]
  return (
    <div className="relative h-5">
      <div
        className="absolute inset-y-0 w-px bg-line-strong/40"
        style={{ left: `${placeScore(START_SCORE, domain)}%` }}
      />
      <div
        className={`absolute inset-y-0.5 min-w-0.5 rounded-xs ${fill}`}
        style={{ left: `${Math.min(start, end)}%`, width: `${Math.abs(end - start)}%` }}
      />
    </div>
  )
}

function UnknownRange({ range, domain }: { range: ScoreRange; domain: ScoreRange }) {
  const from = placeScore(range.from, domain)
  const to = placeScore(range.to, domain)
  return (
    <div
      className="absolute inset-y-0 rounded-xs border border-unknown pattern-unknown"
      style={{ left: `${from}%`, width: `${to - from}%` }}
    />
  )
}

function Scale({ domain }: { domain: ScoreRange }) {
  const isWithin = START_SCORE > domain.from && START_SCORE < domain.to
  return (
    <div aria-hidden="true" className="relative flex justify-between text-sm">
      <span>{domain.from}</span>
      {isWithin && (
        <span
          className="absolute -translate-x-1/2"
          style={{ left: `${placeScore(START_SCORE, domain)}%` }}
        >
          {START_SCORE}
        </span>
      )}
      <span>{domain.to}</span>
    </div>
  )
}

function RangeNote({ score, range: { from, to } }: { score: number; range: ScoreRange }) {
  const levels = [from, score, to].map((value) => RISK_LEVEL_DEFINITIONS[toRiskLevel(value)].label)
  const isSure = new Set(levels).size === 1
  return (
    <p className="mt-2 border-t border-line pt-3 text-sm text-ink-faint">
      Hatched: what is unknown could still move it to anywhere from {formatPoints(from)} to{' '}
      {formatPoints(to)}
      {isSure ? `, which is ${levels[0]} all the same.` : `: ${levels[0]} to ${levels[2]}.`}
    </p>
  )
}

/** Where every score starts: nothing is known. */
const START_SCORE = 50

export interface WaterfallStep {
  factor: Factor
  code: string
  headline: string
  points: number
  /** Score before and after the step; `to` of the last step is the score. */
  from: number
  to: number
}

/**
 * Builds the steps from 50 to the score, one for each reason with points: first what raises it, then what lowers it, each the
 * strongest first. Counts in tenths, so that the sum is exact.
 */
export function buildWaterfall(reasons: readonly ScoreReason[]): WaterfallStep[] {
  let tenths = START_SCORE * 10
  return sortSteps(reasons).map(({ factor, code, headline, points }) => {
    const from = tenths / 10
    tenths += Math.round(points * 10)
    return { factor, code, headline, points, from, to: tenths / 10 }
  })
}

function sortSteps(reasons: readonly ScoreReason[]): ScoreReason[] {
  const withPoints = reasons.filter(({ points }) => Math.round(points * 10) !== 0)
  return withPoints.toSorted((a, b) => {
    const isOtherSide = a.points > 0 !== b.points > 0
    return isOtherSide ? b.points - a.points : Math.abs(b.points) - Math.abs(a.points)
  })
}

/** The least width of the drawn part of the scale. */
const MIN_WIDTH = 20

/** Returns the part of the scale (0–100) that is drawn, in whole tens: the start, all steps, and the range of the score. */
export function computeDomain(steps: readonly WaterfallStep[], range: ScoreRange): ScoreRange {
  const scores = [START_SCORE, range.from, range.to, ...steps.map(({ to }) => to)]
  const from = Math.max(0, Math.floor(Math.min(...scores) / 10) * 10)
  const to = Math.min(100, Math.ceil(Math.max(...scores) / 10) * 10)
  return to - from >= MIN_WIDTH ? { from, to } : { from: Math.max(0, to - MIN_WIDTH), to }
}

/** Returns the place of a score in percent of the drawn part. */
export const placeScore = (score: number, { from, to }: ScoreRange): number =>
  (100 * (Math.min(to, Math.max(from, score)) - from)) / (to - from)

interface FactorLinkProps {
  factor: Factor
  className?: string
  label?: string
  children: ReactNode
}

/** Leads to the row of a factor, and opens it. */
function FactorLink({ factor, className, label, children }: FactorLinkProps) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openFactor(factor)
  }
  return (
    <a href={`#${getFactorId(factor)}`} aria-label={label} className={className} onClick={open}>
      {children}
    </a>
  )
}
