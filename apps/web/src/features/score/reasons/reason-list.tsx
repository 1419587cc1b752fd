import type { ScoreReason } from '../reason.ts'
import { ReasonItem } from './reason-item.tsx'

/** The reasons for the value of a factor. */
export function ReasonList({ reasons }: { reasons: readonly ScoreReason[] }) {
  if (reasons.length === 0) {
    return (
      <p className="mt-2 text-[0.9375rem] text-ink-soft">
        Nothing here moves the score: it counts as one half.
      </p>
    )
  }
  return (
    <ul className="mt-3 space-y-5">
      {reasons.map((reason) => (
        <ReasonItem key={reason.code} reason={reason} />
      ))}
    </ul>
  )
}
