import { formatSignedPoints } from '../../lib/format.ts'
import { toneOfPoints } from '../../lib/tone.ts'
import { SOFT_TONE } from '../../ui/tone-classes.ts'

/** Signed points of the score, in a column of even width. */
export function PointsMark({ points }: { points: number }) {
  return (
    <span
      className={`figures mt-px h-6 min-w-12 shrink-0 rounded-md px-1.5 text-center text-sm leading-6 font-semibold ${SOFT_TONE[toneOfPoints(points)]}`}
    >
      {formatSignedPoints(points)}
      <span className="sr-only"> points</span>
    </span>
  )
}
