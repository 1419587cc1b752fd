import type { Proposal, ProposalDetail, VoteHealth } from '@app/api/schemas/proposal.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useApi } from '../../../lib/api.ts'
import { formatPercent, formatPoints } from '../../../lib/format/format.ts'
import { formatFailure } from '../../../lib/format/format-failure.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ShortAddress } from '../../../ui/short-address.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { proposalQuery } from '../read-proposals.ts'

export function VoteDetails({ proposal }: { proposal: Proposal }) {
  const facts = describeVoteHealth(proposal.health)
  return (
    <>
      <VoteList id={proposal.id} />
      {facts.length > 0 && (
        <>
          <ul className="mt-3 list-disc space-y-1 pl-4.5 marker:text-ink-faint">
            {facts.map(({ text, address }) => (
              <li key={text + address}>
                {text}
                {address !== undefined && (
                  <>
                    {' '}
                    <ShortAddress address={address} leading={8} trailing={6} />.
                  </>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-ink-faint">
            These are facts, not verdicts: each can have a good reason.
          </p>
        </>
      )}
    </>
  )
}

/** One fact about the voters of a proposal; `address` is the wallet that the text ends with. */
interface VoteFact {
  text: string
  address?: string
}

/** States what about the voters of a proposal asks for a second look, as sentences. */
export function describeVoteHealth(health: VoteHealth): VoteFact[] {
  const { voters, sharedFunding, newVoters, paidByProposer } = health
  const shared = sharedFunding.map(({ source, voters: count }) => ({
    text: `${count} of ${voters} voters got their first FLOW from`,
    address: source,
  }))
  const describeShare = (count: number, what: string) =>
    count === 0 ? [] : [{ text: `${count} of ${voters} voters ${what}.` }]
  return [
    ...shared,
    ...describeShare(newVoters, 'could vote for less than a day when they voted'),
    ...describeShare(paidByProposer, 'ever received a payment of the proposer'),
    ...describeConcentration(health),
  ]
}

function describeConcentration({ concentration }: VoteHealth): VoteFact[] {
  const { proposals, votes, voters, topThreeShare } = concentration
  if (proposals < 2 || voters <= 3 || topThreeShare <= 0.5) return []
  const cast = `On the last ${proposals} proposals, ${voters} wallets cast ${votes} votes`
  return [
    { text: `${cast}; the three most frequent cast ${formatPercent(topThreeShare)} of them.` },
  ]
}

type Vote = ProposalDetail['votes'][number]

function VoteList({ id }: { id: number }) {
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
      <ShortAddress address={voter} leading={8} trailing={6} />
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

/** The receipt of a vote; its code loads when it is first shown, below a `Suspense`. */
const LazyVoteReceipt = lazyPart(async () => (await import('./vote-receipt.tsx')).VoteReceipt)
