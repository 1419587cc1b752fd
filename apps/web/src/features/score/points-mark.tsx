import { formatSignedPoints } from '../../lib/format.ts'
import type { Tone } from '../../lib/tone.ts'
import { SOFT_TONE } from '../../ui/tone-classes.ts'

/** Signed points of the score, in a column of even width; 0 marks what is only told. */
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

function toneOfPoints(points: number): Tone {
  if (points === 0) return 'neutral'
  return points < 0 ? 'bad' : 'good'
}
