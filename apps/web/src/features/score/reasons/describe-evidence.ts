import type { EvidenceItem } from '@app/values/evidence-item.ts'
import { formatAmount, formatCount, formatDate } from '../../../lib/format/format.ts'

export interface EvidenceLine {
  /** Such as '12 Nov'; the block when its time is unknown. */
  when: string
  /** Such as 'received 10 FLOW from', before the counterparty if there is one. */
  what: string
}

/** Describes a transaction that proves a reason, such as '12 Nov' and 'received 10 FLOW from'. */
export function describeEvidence(evidence: EvidenceItem): EvidenceLine {
  const { time, height } = evidence
  return {
    when: time === undefined ? `block ${formatCount(height)}` : formatDate(time),
    what: describeMovement(evidence),
  }
}

function describeMovement({ direction, amount, token, counterparty }: EvidenceItem): string {
  if (direction === undefined || direction === 'other') {
    return counterparty === undefined ? 'transaction' : 'transaction with'
  }
  const [verb, preposition] = direction === 'in' ? ['received', 'from'] : ['sent', 'to']
  const what = amount === undefined ? (token ?? 'tokens') : `${formatAmount(amount)} ${token ?? ''}`
  return [verb, what.trim(), ...(counterparty === undefined ? [] : [preposition])].join(' ')
}
