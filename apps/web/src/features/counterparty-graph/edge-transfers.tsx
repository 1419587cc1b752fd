import { toAddress } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { formatTokens } from '../../lib/format/format-amount.ts'
import { Address } from '../../ui/address.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import type { GraphEdge } from './build-graph.ts'
import { PAIR_TRANSFERS_LIMIT, pairTransfersQuery } from './queries.ts'

/** The transactions between two accounts of the graph, newest first, in both directions. */
export function EdgeTransfers({ edge }: { edge: GraphEdge }) {
  const { data, isError } = useQuery(
    pairTransfersQuery(useApi(), toAddress(edge.from), toAddress(edge.to)),
  )
  const buildTransactionUrl = useTransactionUrlBuilder()
  return (
    <section aria-live="polite" className="mt-4 rounded-control border border-line p-4">
      <h3 className="mb-2 flex flex-wrap items-center gap-x-2 font-medium">
        Between <Address address={edge.from} canCopy /> and <Address address={edge.to} canCopy />
      </h3>
      {isError && <p className="text-sm text-ink-soft">The transfers could not be loaded.</p>}
      <ul className="divide-y divide-line">
        {data?.map((transfer, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two transfers of one transaction can be equal
            key={`${transfer.txId} ${index}`}
            className="figures flex flex-wrap gap-x-4 py-1.5 text-sm"
          >
            <ExternalLink url={buildTransactionUrl(transfer.txId)}>
              {formatDateTime(transfer.time)}
            </ExternalLink>
            <span>
              {formatTokens(transfer)} {transfer.from === edge.from ? 'there' : 'back'}
            </span>
          </li>
        ))}
      </ul>
      {data?.length === PAIR_TRANSFERS_LIMIT && (
        <p className="mt-2 text-sm text-ink-faint">The latest {PAIR_TRANSFERS_LIMIT}.</p>
      )}
    </section>
  )
}
