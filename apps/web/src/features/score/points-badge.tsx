import { formatSignedPoints } from '../../lib/format/format.ts'
import { toPointsTone } from '../../lib/tone.ts'
import { SOFT_TONE_CLASSES } from '../../ui/tone-classes.ts'

/** Signed points of the score, with a fixed minimum width. */
export function PointsBadge({ points }: { points: number }) {
  return (
    <span
      className={`figures mt-px h-6 min-w-12 shrink-0 rounded-md px-1.5 text-center text-sm leading-6 font-semibold ${SOFT_TONE_CLASSES[toPointsTone(points)]}`}
    >
      {formatSignedPoints(points)}
      <span className="sr-only"> points</span>
    </span>
  )
}
