import type { ReactNode } from 'react'
import { formatSignedPoints } from '../../lib/format/format.ts'
import { type Tone, toPointsTone } from '../../lib/tone.ts'
import { SOFT_TONE_CLASSES } from './tone-classes.ts'

/** A short text on a coloured background. The colour adds no information to the text. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-medium whitespace-nowrap ${SOFT_TONE_CLASSES[tone]}`}
    >
      {children}
    </span>
  )
}

interface PointsBadgeProps {
  points: number
  /** By their sign if absent. */
  tone?: Tone
}

export function PointsBadge({ points, tone = toPointsTone(points) }: PointsBadgeProps) {
  return (
    <span
      className={`figures mt-px h-6 w-14 shrink-0 rounded-md px-1.5 text-center text-small leading-6 font-semibold ${SOFT_TONE_CLASSES[tone]}`}
    >
      {formatSignedPoints(points)}
      <span className="sr-only"> points</span>
    </span>
  )
}
