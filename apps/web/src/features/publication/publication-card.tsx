import type { PublishedScore } from '@app/api/schemas/published-score.ts'
import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { comparePublication } from './compare-publication.ts'
import { findPendingPublication } from './publications.ts'
import { publicationsQuery, publishedQuery } from './queries.ts'
import { ScoreComparison } from './score-comparison.tsx'

interface PublicationCardProps {
  address: Address
  result: ScoreResult
}

/** The published score of the wallet, next to the live one. */
export function PublicationCard({ address, result }: PublicationCardProps) {
  const published = useQuery(publishedQuery(useApi(), address))
  return (
    <Card title="Live and Published">
      <div className="grid min-h-24 content-center gap-4">
        {published.data && <PublishedState live={result} published={published.data} />}
        {published.data === null && <UnpublishedState />}
        {published.isPending && (
          <p className="flex items-center gap-2.5 text-ink-soft">
            <Spinner /> Reading the chain...
          </p>
        )}
        {published.isError && (
          <p className="text-ink-soft">
            {formatFailure(published.error, 'The published score could not be read.')}
          </p>
        )}
        <PendingPublication address={address} />
      </div>
    </Card>
  )
}

function PublishedState({ live, published }: { live: ScoreResult; published: PublishedScore }) {
  const { tone, label, text } = comparePublication(live, published, useChainNow())
  return (
    <div className="rise grid gap-x-10 gap-y-5 lg:grid-cols-[2fr_3fr]">
      <PublicationStatus label={<Badge tone={tone}>{label}</Badge>} text={text} />
      <ScoreComparison live={live} published={published} />
    </div>
  )
}

function UnpublishedState() {
  return (
    <PublicationStatus
      label={<p className="font-semibold">Not published yet</p>}
      text="Contracts on Flow can only read scores that are on the chain. Anyone can publish this one."
    />
  )
}

function PublicationStatus({ label, text }: { label: ReactNode; text: string }) {
  return (
    <div className="grid content-start justify-items-start gap-2">
      {label}
      <p className="max-w-3xl text-ink-soft">{text}</p>
    </div>
  )
}

/** Shows a publication that is not on the chain yet. */
function PendingPublication({ address }: { address: Address }) {
  const { data = [] } = useQuery(publicationsQuery(useApi(), address))
  const pending = findPendingPublication(data)
  return (
    <div role="status" className="empty:hidden">
      {pending && (
        <p className="rise flex flex-wrap items-center gap-x-2.5 rounded-control bg-info-soft px-4 py-2.5 text-info">
          <Spinner />
          {pending.status === 'queued'
            ? 'A publication waits to be sent.'
            : 'A publication was sent and waits for its block.'}
          {pending.txId && <TransactionLink txId={pending.txId} className="underline" />}
        </p>
      )}
    </div>
  )
}
