import type { EvidenceItem } from '@app/api/schemas/score/score-result.ts'
import { useTransactionUrlBuilder } from '../../../lib/explorer.ts'
import { Address } from '../../../ui/address.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { describeEvidence } from './describe-evidence.ts'

/** The transactions that prove a reason, one a line. */
export function EvidenceLines({ evidence }: { evidence: readonly EvidenceItem[] }) {
  return (
    <ul className="figures mt-1 border-l border-line pl-3 text-sm leading-6 text-ink-soft">
      {evidence.map((item) => (
        <EvidenceLine key={`${item.txId}-${item.height}-${item.counterparty ?? ''}`} item={item} />
      ))}
    </ul>
  )
}

function EvidenceLine({ item }: { item: EvidenceItem }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const { txId, counterparty } = item
  const { when, what } = describeEvidence(item)
  return (
    <li>
      <ExternalLink url={buildTransactionUrl(txId)}>{when}</ExternalLink> · {what}{' '}
      {counterparty && <Address address={counterparty} />}
    </li>
  )
}
