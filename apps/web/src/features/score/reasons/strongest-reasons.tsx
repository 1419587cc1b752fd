import type { Reason } from '../reason.ts'
import { findStrongest } from './find-strongest.ts'
import { ReasonItem } from './reason-item.tsx'

/** The reasons that move the score most, open. */
export function StrongestReasons({ reasons }: { reasons: readonly Reason[] }) {
  const strongest = findStrongest(reasons)
  if (strongest.length === 0) return null
  const isCompared = strongest.some(({ ordinary }) => ordinary !== undefined)
  return (
    <section aria-label="The strongest reasons">
      <h3 className="text-sm font-medium text-ink-faint">
        Why: the strongest reasons, in points of the score
      </h3>
      <ul className="mt-2 space-y-3">
        {strongest.map((reason) => (
          <ReasonItem key={`${reason.factor} ${reason.code}`} reason={reason} isShort />
        ))}
      </ul>
      {isCompared && (
        <p className="mt-2 text-xs text-ink-faint">
          Ordinary: the middle half of labelled Ethereum wallets.
        </p>
      )}
    </section>
  )
}
