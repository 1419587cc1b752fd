import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'

/** Height of the numbers below the bands, in pixels. */
export const AXIS_HEIGHT = 26

interface SwarmAxisProps {
  width: number
  height: number
  toX: (score: number) => number
}

const BAND_CLASSES: Readonly<Record<RiskLevel, string>> = {
  HIGH_RISK: 'fill-bad-soft',
  SUSPICIOUS: 'fill-poor-soft',
  NORMAL: 'fill-fair-soft',
  TRUSTED: 'fill-good-soft',
}

/** The levels as bands behind the dots, with the score at which each begins. */
export function SwarmAxis({ width, height, toX }: SwarmAxisProps) {
  const starts = RISK_LEVELS.map((level) => RISK_LEVEL_DEFINITIONS[level].fromScore)
  return (
    <svg
      width={width}
      height={height + AXIS_HEIGHT}
      className="absolute inset-0 overflow-visible"
      aria-hidden="true"
    >
      {RISK_LEVELS.map((level, index) => {
        const from = toX(starts[index] ?? 0)
        const to = toX(starts[index + 1] ?? 100)
        return (
          <rect
            key={level}
            x={from + 1}
            width={to - from - 2}
            height={height}
            rx="6"
            className={`${BAND_CLASSES[level]} opacity-60`}
          />
        )
      })}
      {[...starts, 100].map((score) => (
        <text
          key={score}
          x={toX(score)}
          y={height + 18}
          textAnchor="middle"
          className="figures fill-ink-soft text-[12px]"
        >
          {score}
        </text>
      ))}
    </svg>
  )
}
