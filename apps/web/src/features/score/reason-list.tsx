import type { EvidenceItem, ScoreResult } from '@app/api/schemas/score-result.ts'
import { Link } from 'react-router'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatCount } from '../../lib/format/format.ts'
import { formatOrdinaryRange } from '../../lib/format/format-ordinary-range.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { groupByEvidence } from './evidence/group-by-evidence.ts'
import { PointsBadge } from './points-badge.tsx'

/** The reasons for a factor's value with their points, and the transactions that prove them. */
export function ReasonList({ reasons }: { reasons: ScoreResult['reasons'] }) {
  return (
    <div className="mt-2 space-y-4">
      {groupByEvidence(reasons).map((group) => (
        <div key={group.reasons[0]?.code}>
          <ul className="space-y-2">
            {group.reasons.map((reason) => (
              <li key={reason.code} className="flex gap-3 text-[0.9375rem]">
                <PointsBadge points={reason.points} />
                <p className="min-w-0 wrap-break-word">
                  {reason.text}
                  {reason.ordinary && (
                    <span className="block text-sm text-ink-faint">
                      {formatOrdinaryRange(reason.ordinary)}
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
          {group.evidence.length > 0 && <EvidenceList evidence={group.evidence} />}
        </div>
      ))}
    </div>
  )
}

function EvidenceList({ evidence }: { evidence: readonly EvidenceItem[] }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  return (
    <ul className="figures mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(20.5rem,100%),1fr))] gap-x-6 gap-y-1 border-l border-line pl-3 text-sm leading-6 text-ink-soft">
      {evidence.map(({ txId, height, counterparty }) => (
        <li key={`${txId}-${height}-${counterparty ?? ''}`} className="flex flex-wrap gap-x-2.5">
          <ExternalLink url={buildTransactionUrl(txId)}>{shortenAddress(txId, 8, 4)}</ExternalLink>
          <span>block {formatCount(height)}</span>
          {counterparty && (
            <span>
              with{' '}
              <Link to={`/wallet/${counterparty}`} className="link" title={counterparty}>
                {shortenAddress(counterparty)}
              </Link>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
