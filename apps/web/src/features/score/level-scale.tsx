import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, toRiskLevel } from '@app/values/risk-level.ts'
import { FILL_TONE_CLASSES } from '../../ui/tone-classes.ts'

/** Ranges of the four levels on the scale, worst first. */
const LEVEL_BANDS = RISK_LEVELS.map((level, index) => {
  const { fromScore, tone } = RISK_LEVEL_DEFINITIONS[level]
  const next = RISK_LEVELS[index + 1]
  const to = next === undefined ? 100 : RISK_LEVEL_DEFINITIONS[next].fromScore
  return { level, from: fromScore, to, fill: FILL_TONE_CLASSES[tone] }
})

/** The scale of 0 to 100 with the four levels, and the position of the score. */
export function LevelScale({ score }: { score: number }) {
  return (
    <div aria-hidden="true" className="mx-auto w-full max-w-[17.5rem]">
      <div className="relative pt-2.5">
        <div
          className="absolute top-0 -ml-1 size-0 border-x-4 border-t-6 border-x-transparent border-t-ink transition-[left] duration-700"
          style={{ left: `${score}%` }}
        />
        <div className="flex gap-0.5">
          {LEVEL_BANDS.map(({ level, from, to, fill }) => (
            <div
              key={level}
              className={`h-1.5 first:rounded-l-full last:rounded-r-full ${fill} ${level === toRiskLevel(score) ? '' : 'opacity-30'}`}
              style={{ width: `${to - from}%` }}
            />
          ))}
        </div>
      </div>
      <div className="figures relative mt-1 h-4 text-xs text-ink-faint">
        <span className="absolute left-0">0</span>
        {LEVEL_BANDS.slice(1).map(({ level, from }) => (
          <span key={level} className="absolute -translate-x-1/2" style={{ left: `${from}%` }}>
            {from}
          </span>
        ))}
        <span className="absolute right-0">100</span>
      </div>
    </div>
  )
}
