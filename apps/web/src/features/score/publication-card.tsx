import type { PublishedScore } from '@app/api/published-score.ts'
import type { ScoreResult } from '@app/api/score-result.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LiveAndPublished } from './live-and-published.tsx'
import { underwayAmong } from './publications.ts'
import { publicationsQuery, publishedQuery } from './queries.ts'
import { standingOf } from './standing.ts'
import { TransactionLink } from './transaction-link.tsx'

interface PublicationCardProps {
  address: Address
  result: ScoreResult
}

/** What the chain says of the wallet, beside what is known now. */
export function PublicationCard({ address, result }: PublicationCardProps) {
  const published = useQuery(publishedQuery(useApi(), address))
  return (
    <Card title="Live and Published">
      <div className="grid min-h-24 content-center gap-4">
        {published.data && <Compared live={result} published={published.data} />}
        {published.data === null && <Unpublished />}
        {published.isPending && (
          <p className="flex items-center gap-2.5 text-ink-soft">
            <Spinner /> Asking the chain...
          </p>
        )}
        {published.isError && (
          <p className="text-ink-soft">
            {failureMessage(published.error, 'The published score could not be read.')}
          </p>
        )}
        <Underway address={address} />
      </div>
    </Card>
  )
}

function Compared({ live, published }: { live: ScoreResult; published: PublishedScore }) {
  const { tone, mark, text } = standingOf(live, published, useChainNow())
  return (
    <div className="rise grid gap-x-10 gap-y-5 lg:grid-cols-[2fr_3fr]">
      <Verdict mark={<Badge tone={tone}>{mark}</Badge>} text={text} />
      <LiveAndPublished live={live} published={published} />
    </div>
  )
}

function Unpublished() {
  return (
    <Verdict
      mark={<p className="font-semibold">Not published yet</p>}
      text="Contracts on Flow can only ask for scores that the chain holds. Anybody may publish this one."
    />
  )
}

function Verdict({ mark, text }: { mark: ReactNode; text: string }) {
  return (
    <div className="grid content-start justify-items-start gap-2">
      {mark}
      <p className="max-w-3xl text-ink-soft">{text}</p>
    </div>
  )
}

/** Tells of a publication that has not reached the chain yet. */
function Underway({ address }: { address: Address }) {
  const { data = [] } = useQuery(publicationsQuery(useApi(), address))
  const underway = underwayAmong(data)
  return (
    <div role="status" className="empty:hidden">
      {underway && (
        <p className="rise flex flex-wrap items-center gap-x-2.5 rounded-control bg-info-soft px-4 py-2.5 text-info">
          <Spinner />
          {underway.status === 'queued'
            ? 'A publication waits to be sent.'
            : 'A publication was sent and waits for its block.'}
          {underway.txId && <TransactionLink txId={underway.txId} className="underline" />}
        </p>
      )}
    </div>
  )
}
