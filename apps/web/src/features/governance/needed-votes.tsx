import { buildUrl } from '@app/api/client/client.ts'
import { getVoteCalendar } from '@app/api/routes/governance.ts'
import type { NeededVote } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { isOutage } from '../../lib/outage/refresh.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TimeUntil } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import {
  describeNeededVote,
  groupNeededVotes,
  isVoteNeeded,
  sortNeededVotes,
  splitByOwnVote,
} from './describe-needed-vote.ts'
import { neededVotesQuery } from './read-proposals.ts'

interface NeededVotesProps {
  address: Address
  onShow: (id: number) => void
}

export function NeededVotes({ address, onShow }: NeededVotesProps) {
  const votes = useQuery(neededVotesQuery(useApi(), address))
  const count = groupNeededVotes(votes.data?.filter(isVoteNeeded) ?? []).length
  return (
    <Card title="Needs your vote" action={count > 0 && <Badge tone="info">{count}</Badge>}>
      <NeededVoteList votes={votes} onShow={onShow} />
      {votes.data !== undefined && votes.data.length > 0 && <CalendarLink address={address} />}
    </Card>
  )
}

interface NeededVoteListProps extends Pick<NeededVotesProps, 'onShow'> {
  votes: UseQueryResult<NeededVote[]>
}

function NeededVoteList({ votes, onShow }: NeededVoteListProps) {
  if (votes.data === undefined) {
    return votes.isError ? (
      <p className="text-ink-soft">{describeFailure(votes.error)}</p>
    ) : (
      <p role="status" className="flex items-center gap-2 text-ink-soft">
        <Spinner /> Loading...
      </p>
    )
  }
  const [voted, open] = splitByOwnVote(votes.data)
  return (
    <>
      {open.length === 0 ? (
        <p className="text-ink-soft">
          {voted.length === 0
            ? 'No proposal is open for votes.'
            : 'No other proposal is open for votes.'}
        </p>
      ) : (
        <BallotList votes={open} onShow={onShow} />
      )}
      {voted.length > 0 && (
        <div className="mt-3 text-small text-ink-soft">
          <Disclosure title={describeVoted(voted.length)} isDense>
            <BallotList votes={voted} onShow={onShow} />
          </Disclosure>
        </div>
      )}
    </>
  )
}

const describeVoted = (count: number) =>
  `You have voted on ${count} open proposal${count === 1 ? '' : 's'}`

interface BallotListProps extends Pick<NeededVotesProps, 'onShow'> {
  votes: readonly NeededVote[]
}

const BallotList = ({ votes, onShow }: BallotListProps) => (
  <ul className="divide-y divide-line">
    {groupNeededVotes(sortNeededVotes(votes)).map((ballots) => (
      <li key={ballots[0]?.id} className="py-3 first:pt-0 last:pb-0">
        {ballots.length > 1 && (
          <p className="mb-1 text-small font-medium">
            {ballots.length} votes on the same, which one signature can carry
          </p>
        )}
        {ballots.map((vote) => (
          <NeededVoteItem key={vote.id} vote={vote} onShow={onShow} />
        ))}
      </li>
    ))}
  </ul>
)

function CalendarLink({ address }: { address: Address }) {
  const { apiUrl } = useConfig()
  return (
    <p className="mt-4 border-t border-line pt-3">
      <a
        href={apiUrl + buildUrl(getVoteCalendar, { query: { address } })}
        className="link min-h-6 text-small"
      >
        <CalendarPlus className="mr-1.5 inline size-4 align-[-0.15em]" aria-hidden="true" />
        Add to your calendar (.ics)
      </a>
    </p>
  )
}

/** The list of proposals tells the cause of an outage. */
const describeFailure = (error: unknown) =>
  isOutage(error)
    ? 'It appears here when the server answers.'
    : formatFailure(error, 'It could not be loaded.')

function NeededVoteItem({ vote, onShow }: { vote: NeededVote; onShow: (id: number) => void }) {
  const { id, title, text, votingEndsAt } = vote
  return (
    <div className="figures text-small">
      <button
        type="button"
        onClick={() => onShow(id)}
        className="link user-text text-left text-small"
      >
        #{id} <UserText>{title}</UserText>
      </button>
      <UserText as="p" className="text-ink-soft">
        {text} · <TimeUntil text="Voting ends" atMs={votingEndsAt * 1000} />
      </UserText>
      <p className={isVoteNeeded(vote) ? 'font-medium text-info' : 'text-ink-faint'}>
        {describeNeededVote(vote).join(' ')}
      </p>
    </div>
  )
}
