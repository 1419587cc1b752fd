import { Card } from '../../../ui/card.tsx'
import type { ScoreReason } from '../reason.ts'
import { findStrongest } from './find-strongest.ts'
import { ReasonItem } from './reason-item.tsx'

/** The reasons that move the score most, open. */
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
