import { keepUnits } from '../../../lib/format/keep-units.ts'
import { toReasonTone } from '../../../lib/tone.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { PointsBadge } from '../../../ui/tone/points-badge.tsx'
import { useFactorHighlight } from '../factor-highlight.tsx'
import type { Reason } from '../reason.ts'
import { EvidenceLines } from './evidence-lines.tsx'
import { OrdinaryLine } from './ordinary-line.tsx'

interface ReasonItemProps {
  reason: Reason
  /** Keeps it short: its transactions open on demand, and the wallets that were measured are named elsewhere. */
  isShort?: boolean
}

/** One reason: what it suggests, its numbers, what ordinary wallets show, and the transactions that prove it. */
export function ReasonItem({ reason, isShort = false }: ReasonItemProps) {
  const { factor, headline, text, points, ordinary, evidence } = reason
  const { isActive, isOtherActive, handlers } = useFactorHighlight(factor)
  return (
    <li
      className={`flex gap-3 rounded-control transition-opacity ${isShort && isOtherActive ? 'opacity-50' : ''} ${isShort && isActive ? 'bg-sunken' : ''}`}
      {...handlers}
    >
      <PointsBadge points={points} tone={toReasonTone(reason)} />
      <div className="min-w-0 flex-1 wrap-break-word">
        <p className="font-semibold">{headline}</p>
        <p className="text-[0.9375rem] leading-snug text-ink-soft">{keepUnits(text)}</p>
        {ordinary && <OrdinaryLine ordinary={ordinary} points={points} isShort={isShort} />}
        {evidence.length > 0 && !isShort && <EvidenceLines evidence={evidence} />}
        {evidence.length > 0 && isShort && (
          <div className="text-sm text-ink-soft">
            <Disclosure title={formatEvidenceCount(evidence.length)} isDense>
              <EvidenceLines evidence={evidence} />
            </Disclosure>
          </div>
        )}
      </div>
    </li>
  )
}

function formatEvidenceCount(count: number): string {
  return count === 1 ? 'See the transaction' : `See ${count} transactions`
}
