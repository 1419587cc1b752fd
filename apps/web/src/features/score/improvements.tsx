import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { Card } from '../../ui/card.tsx'
import { PointsBadge } from './points-badge.tsx'

/** What would raise the score, and by how much. */
export function Improvements({ improve }: { improve: ScoreResult['improve'] }) {
  return (
    <Card title="What would raise the score">
      <ul className="grid gap-x-10 gap-y-2.5 text-[0.9375rem] sm:grid-cols-2">
        {improve.map(({ code, text, points }) => (
          <li key={code} className="flex gap-3">
            <PointsBadge points={points} />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
