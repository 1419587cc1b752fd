import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { comparePublication } from './compare-publication.ts'
import { findPendingPublication } from './publications.ts'
import { publicationsQuery } from './queries.ts'
import { ScoreComparison } from './score-comparison.tsx'

interface PublicationCardProps {
  address: Address
  live: ScoreResult
  /** The record on the chain; null without one, undefined while the node does not answer. */
  published: PublishedScore | null | undefined
}

/** The published score of the wallet, next to the live one. */
export function PublicationCard({ address, live, published }: PublicationCardProps) {
  return (
    <Card title="Live and Published">
      <div className="grid min-h-24 content-center gap-4">
        {published && <PublishedState live={live} published={published} />}
        {published === null && <UnpublishedState />}
        {published === undefined && (
          <p className="text-ink-soft">
            The node does not answer, so the published score is unknown at the moment.
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
