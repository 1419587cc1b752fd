import type { ProposalDetail } from '@app/api/schemas/governance/proposal.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useApi } from '../../../lib/api.ts'
import { formatPoints } from '../../../lib/format/format.ts'
import { formatFailure } from '../../../lib/format/format-failure.ts'
import { shortenAddress } from '../../../lib/format/shorten-address.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { proposalQuery } from '../queries.ts'
import { LazyVoteReceipt } from './lazy-vote-receipt.tsx'

type Vote = ProposalDetail['votes'][number]

/** The counted votes of a proposal, loaded when they are shown. */
export function VoteList({ id }: { id: number }) {
  const detail = useQuery(proposalQuery(useApi(), id))
  if (detail.data === undefined) {
    return detail.isError ? (
      <p role="alert">{formatFailure(detail.error, 'The votes could not be loaded.')}</p>
    ) : (
      <p role="status" className="flex items-center gap-2">
        <Spinner /> Loading votes...
      </p>
    )
  }
  if (detail.data.votes.length === 0) return <p>Nobody has voted yet.</p>
  return (
    <ul className="divide-y divide-line">
      {detail.data.votes.map((vote) => (
        <VoteRow key={vote.voter} proposalId={id} vote={vote} />
      ))}
    </ul>
  )
}

function VoteRow({ proposalId, vote }: { proposalId: number; vote: Vote }) {
  const { voter, support, score, castAt, txId } = vote
  return (
    <li className="flex flex-wrap gap-x-3 py-1">
      <Link to={`/wallet/${voter}`} className="link" title={voter} data-address={voter}>
        {shortenAddress(voter, 8, 6)}
      </Link>
      <span className={`font-medium ${support ? 'text-good' : 'text-bad'}`}>
        {support ? 'For' : 'Against'}
      </span>
      <span>with a score of {formatPoints(score)}</span>
      <span className="text-ink-faint">
        <TimeAgo time={castAt} />
      </span>
      <TransactionLink txId={txId} className="link ml-auto" />
      <div className="w-full">
        <Disclosure title="Receipt">
          <Suspense fallback={<p role="status">Loading the receipt...</p>}>
            <LazyVoteReceipt proposalId={proposalId} voter={voter} sequence={vote.sequence} />
          </Suspense>
        </Disclosure>
      </div>
    </li>
  )
}
