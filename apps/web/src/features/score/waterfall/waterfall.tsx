import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FACTOR_DEFINITIONS } from '@app/values/factor.ts'
import { RISK_LEVEL_DEFINITIONS, toRiskLevel } from '@app/values/risk-level.ts'
import { formatPoints, formatScoreRange, formatSignedPoints } from '../../../lib/format/format.ts'
import { UserText } from '../../../ui/user-text.tsx'
import { getFactorId, openFactor } from '../open-factor.ts'
import type { ScoreReason } from '../reasons/reason-item.tsx'
import { computeScoreRange, START_SCORE } from '../score-card.tsx'

export function Waterfall({ result: { score, reasons, metadata } }: { result: ScoreResult }) {
  return (
    <>
      <p className="mb-2 max-w-3xl text-ink-soft">
        Every wallet starts at {START_SCORE}, where nothing is known. Each reason moves the score,
        and together they are the score exactly.
      </p>
      <table className="figures w-full text-small text-ink">
        <thead className="text-left text-ink-faint">
          <tr className="*:pb-1 *:font-medium *:not-first:w-15 *:not-first:text-right">
            <th scope="col">Reason</th>
            <th scope="col">Points</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line *:*:py-1.5 *:*:align-top *:*:not-first:text-right">
          <tr className="text-ink-soft">
            <th scope="row" className="text-left font-normal" colSpan={2}>
              Start: nothing is known
            </th>
            <td>{formatPoints(START_SCORE)}</td>
          </tr>
          {buildWaterfall(reasons).map(({ factor, code, headline, points, score: reached }) => (
            <tr key={`${factor} ${code}`}>
              <th scope="row" className="text-left font-normal">
                <a
                  href={`#${getFactorId(factor)}`}
                  className="hover:underline hover:underline-offset-4"
                  onClick={(event) => {
                    event.preventDefault()
                    openFactor(factor)
                  }}
                >
                  <UserText>{headline}</UserText>
                  <span className="block text-small text-ink-faint sm:ml-2 sm:inline">
                    {FACTOR_DEFINITIONS[factor].label}
                  </span>
                </a>
              </th>
              <td className="font-semibold">{formatSignedPoints(points)}</td>
              <td className="text-ink-soft">{formatPoints(reached)}</td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className="text-left" colSpan={2}>
              Dharma Score
            </th>
            <td>{formatPoints(score)}</td>
          </tr>
        </tbody>
      </table>
      <p className="mt-2 border-t border-line pt-3 text-small text-ink-faint">
        {describeRange(score, metadata.confidence)}
      </p>
    </>
  )
}

function describeRange(score: number, confidence: number): string {
  const { from, to } = computeScoreRange(score, confidence)
  const [low, high] = [from, to].map((value) => RISK_LEVEL_DEFINITIONS[toRiskLevel(value)].label)
  const levels = low === high ? `, which is ${low} all the same` : `: ${low} to ${high}`
  return `What is unknown could still move it within ${formatScoreRange({ from, to })}${levels}.`
}

/**
 * Returns the reasons that have points with the score that each leads to: first what raises it, then what lowers it, each
 * the strongest first. Counts in tenths, so that the sum is exact.
 */
export function buildWaterfall(reasons: readonly ScoreReason[]) {
  let tenths = START_SCORE * 10
  return reasons
    .filter(({ points }) => Math.round(points * 10) !== 0)
    .toSorted(
      (a, b) =>
        Math.sign(b.points) - Math.sign(a.points) || Math.abs(b.points) - Math.abs(a.points),
    )
    .map((reason) => {
      tenths += Math.round(reason.points * 10)
      return { ...reason, score: tenths / 10 }
    })
}
