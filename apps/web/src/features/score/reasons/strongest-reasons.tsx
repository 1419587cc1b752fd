import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { Card } from '../../../ui/card.tsx'
import { ReasonItem, type ScoreReason } from './reason-item.tsx'

export function StrongestReasons({ reasons }: { reasons: readonly ScoreReason[] }) {
  const strongest = findStrongest(reasons)
  if (strongest.length === 0) return null
  const isCompared = strongest.some(({ ordinary }) => ordinary !== undefined)
  return (
    <Card
      title="The strongest reasons"
      action={<span className="text-sm text-ink-faint">in points of the score</span>}
    >
      <ul className="space-y-3">
        {strongest.map((reason) => (
          <ReasonItem key={`${reason.factor} ${reason.code}`} reason={reason} isShort />
        ))}
      </ul>
      {isCompared && (
        <p className="mt-2 text-xs text-ink-faint">
          Ordinary: the middle half of labelled Ethereum wallets.
        </p>
      )}
    </Card>
  )
}

const STRONGEST_COUNT = 3

/**
 * Returns the reasons that move the score most, the strongest first. What rests on too little data is one reason, whichever
 * factors it concerns, and stays even where its points cancel out.
 */
export const findStrongest = (reasons: readonly ScoreReason[]): ScoreReason[] =>
  joinLittleData(reasons)
    .filter(({ code, points }) => code === LITTLE_DATA || Math.round(points * 10) !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, STRONGEST_COUNT)

function joinLittleData(reasons: readonly ScoreReason[]): ScoreReason[] {
  const [first, ...others] = reasons.filter(({ code }) => code === LITTLE_DATA)
  if (first === undefined) return [...reasons]
  const joined = others.reduce(joinReasons, first)
  return [joined, ...reasons.filter(({ code }) => code !== LITTLE_DATA)]
}

/** Counts points in tenths, so that the sum is exact, and each transaction once. */
function joinReasons(a: ScoreReason, b: ScoreReason): ScoreReason {
  const known = new Set(a.evidence.map(({ txId }) => txId))
  return {
    ...a,
    text: a.text.includes(b.text) ? a.text : `${a.text}; ${b.text}`,
    points: (Math.round(a.points * 10) + Math.round(b.points * 10)) / 10,
    evidence: [...a.evidence, ...b.evidence.filter(({ txId }) => !known.has(txId))],
  }
}
