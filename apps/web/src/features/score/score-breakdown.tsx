import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { FACTORS } from '@app/values/factor.ts'
import { Card } from '../../ui/card.tsx'
import { FactorRow } from './factor-row.tsx'

/** The six factors behind the score, each with its reasons. */
export function ScoreBreakdown({ result }: { result: ScoreResult }) {
  return (
    <Card title="Score Breakdown">
      <ul className="-mx-3 -mt-2 divide-y divide-line">
        {FACTORS.map((factor) => (
          <FactorRow
            key={factor}
            factor={factor}
            value={result.breakdown[factor]}
            finding={result.findings[factor]}
            reasons={result.reasons.filter((reason) => reason.factor === factor)}
          />
        ))}
      </ul>
      <p className="border-t border-line pt-4 text-sm text-ink-faint">
        Each factor is normalized 0-1, multiplied by its weight and summed into a 0-100 score. 100%
        is the best; what is not known counts as 50%.
      </p>
    </Card>
  )
}
