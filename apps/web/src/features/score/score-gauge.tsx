import {
  RISK_LEVEL_DEFINITIONS,
  RISK_LEVELS,
  type RiskLevel,
  toRiskLevel,
} from '@app/values/risk-level.ts'
import { formatPoints } from '../../lib/format/format.ts'
import { toLeftClass, toWidthClass } from '../../lib/percent-class.ts'
import { BAR_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { computeScoreRange, type ScoreRange } from './compute-score-range.ts'

/** Ranges of the four levels on the scale, worst first. */
const LEVEL_BANDS = RISK_LEVELS.map((level, index) => {
  const { fromScore, tone, symbol } = RISK_LEVEL_DEFINITIONS[level]
  const next = RISK_LEVELS[index + 1]
  const to = next === undefined ? 100 : RISK_LEVEL_DEFINITIONS[next].fromScore
  return { level, symbol, from: fromScore, to, fill: BAR_TONE_CLASSES[tone] }
})

/** The scale of 0 to 100 with the four levels, the position of the score, and how far what is unknown can move it. */
export function ScoreGauge({ score, confidence }: { score: number; confidence: number }) {
  const range = computeScoreRange(score, confidence)
  return (
    <div className="mx-auto w-full max-w-[20rem]">
      <div aria-hidden="true">
        <RangeBar score={score} range={range} />
        <div className="mt-1 flex gap-0.5">
          {LEVEL_BANDS.map(({ level, from, to, fill }) => (
            <div
              key={level}
              className={`h-2.5 first:rounded-l-full last:rounded-r-full ${fill} ${toWidthClass(to - from)} ${level === toRiskLevel(score) ? '' : 'opacity-45'}`}
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
      {LEVEL_BANDS.map(({ level, symbol, from, to }) => (
        <span
          key={level}
          className={`absolute -translate-x-1/2 ${toLeftClass((from + to) / 2)} ${level === current ? 'font-bold text-ink' : ''}`}
        >
          {symbol}
        </span>
      ))}
      {LEVEL_BANDS.slice(1).map(({ level, from }) => (
        <span key={level} className={`absolute -translate-x-1/2 ${toLeftClass(from)}`}>
          {from}
        </span>
      ))}
    </div>
  )
}
