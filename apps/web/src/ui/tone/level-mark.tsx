import { RISK_LEVEL_DEFINITIONS, type RiskLevel } from '@app/values/risk-level.ts'
import type { Tone } from '../../lib/tone.ts'

/** A risk level as a shape of its own in its colour; a dashed ring for an account without a score. */
export function LevelMark({ level, className = 'size-5' }: LevelMarkProps) {
  const tone: Tone = level === null ? 'neutral' : RISK_LEVEL_DEFINITIONS[level].tone
  return (
    <svg viewBox="0 0 20 20" className={`shrink-0 ${className}`} aria-hidden="true">
      <path d={SHAPES[tone]} className={`stroke-fill-edge ${FILL_CLASSES[tone]}`} {...DASH[tone]} />
    </svg>
  )
}

interface LevelMarkProps {
  level: RiskLevel | null
  className?: string
}

const CIRCLE = 'M10 2a8 8 0 1 0 0 16a8 8 0 1 0 0-16Z'

/** Good: circle; fair: rounded square; poor: triangle; bad: octagon. */
const SHAPES = {
  good: CIRCLE,
  fair: 'M5 2.5h10a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1-2.5 2.5h-10a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5Z',
  poor: 'M10 1.5L19 17.5H1Z',
  bad: 'M6.5 1.5h7l5 5v7l-5 5h-7l-5-5v-7Z',
  info: CIRCLE,
  neutral: CIRCLE,
} as const satisfies Record<Tone, string>

const FILL_CLASSES = {
  good: 'fill-good-fill',
  fair: 'fill-fair-fill',
  poor: 'fill-poor-fill',
  bad: 'fill-bad-fill',
  info: 'fill-info',
  neutral: 'fill-surface stroke-line-strong',
} as const satisfies Record<Tone, string>

const DASH: Readonly<Partial<Record<Tone, { strokeDasharray: string }>>> = {
  neutral: { strokeDasharray: '3 2' },
}
