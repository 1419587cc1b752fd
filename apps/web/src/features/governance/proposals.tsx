import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Landmark, TriangleAlert } from 'lucide-react'
import { describeAction } from '../../lib/consent/describe-intention.ts'
import { shortenAddress } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLastError } from '../../lib/outage/use-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { ProposalCard } from './card/proposal-card.tsx'
import { type Ballots, VoteButtons } from './card/vote-buttons.tsx'
import {
  countProposals,
  filterProposals,
  isVotingOpen,
  PROPOSAL_FILTERS,
  type ProposalFilter,
} from './proposal-status.ts'

/** The four counters; without numbers while they are not known. */
export function ProposalCounters({ proposals }: { proposals: readonly Proposal[] | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {countProposals(proposals ?? []).map(({ label, count }) => (
        <div key={label} className="card flex flex-col-reverse px-5 py-4">
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="figures text-page font-semibold tracking-[-0.03em]">
            {proposals === undefined ? (
              <>
                <span aria-hidden="true" className="text-ink-faint">
                  –
                </span>
                <span className="sr-only">not known</span>
              </>
            ) : (
              count
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ProposalsProps {
  query: UseQueryResult<Proposal[]>
  updateMode: UpdateMode
  filter: ProposalFilter
  /** Only proposals about it; null for all. */
  wallet: Address | null
  wantedId: number | null
  onFilter: (filter: ProposalFilter) => void
  onCreate: () => void
}

export function Proposals({ query, updateMode, onFilter, ...list }: ProposalsProps) {
  const error = useLastError(query)
  if (error !== null) {
    return (
      <div role="alert" className="card">
        <EmptyState
          icon={TriangleAlert}
          title="Error Loading Proposals"
          text={formatFailure(error, 'Failed to load proposals. Backend may not be running.')}
        >
          <Button
            variant="secondary"
            onClick={() => void query.refetch()}
            isBusy={query.isFetching}
          >
            Try Again
          </Button>
        </EmptyState>
      </div>
    )
  }
  return (
    <Card title="Proposals" action={<FilterBar selected={list.filter} onSelect={onFilter} />}>
      {query.data === undefined ? (
        <p
          role="status"
          className="flex min-h-96 items-center justify-center gap-2.5 text-ink-soft"
        >
          <Spinner /> Loading proposals...
        </p>
      ) : (
        <>
          <ProposalList proposals={selectAbout(query.data, list.wallet)} {...list} />
          <div className="mt-3 flex justify-end">
            <UpdateModeIndicator updateMode={updateMode} what="Votes and proposals" />
          </div>
        </>
      )}
    </Card>
  )
}

const selectAbout = (proposals: Proposal[], wallet: Address | null): Proposal[] =>
  wallet === null ? proposals : proposals.filter(({ targetAddress }) => targetAddress === wallet)

interface FilterBarProps {
  selected: ProposalFilter
  onSelect: (filter: ProposalFilter) => void
}

function FilterBar({ selected, onSelect }: FilterBarProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Show proposals</legend>
      {PROPOSAL_FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === selected}
          onClick={() => onSelect(filter)}
          className="min-h-9 rounded-full px-3.5 text-small font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-pressed:bg-brand-soft aria-pressed:text-brand"
        >
          {filter}
        </button>
      ))}
    </fieldset>
  )
}

interface ProposalListProps {
  proposals: readonly Proposal[]
  filter: ProposalFilter
  /** Number of a proposal that was asked for. */
  wantedId: number | null
  onCreate: () => void
}

/** The proposals that match the filter, in a scrollable box; open votes on one topic stand together. */
function ProposalList({ proposals, filter, wantedId, onCreate }: ProposalListProps) {
  const shown = filterProposals(proposals, filter)
  const groups = groupByTopic(shown, proposals)
  const wantedIndex = groups.findIndex((group) => group.proposals.some(({ id }) => id === wantedId))
  if (shown.length === 0) return <NoProposals filter={filter} onCreate={onCreate} />
  return (
    <section
      aria-label="List of proposals"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="-mx-2 max-h-96 overflow-y-auto rounded-control px-2"
    >
      <ul className="space-y-3 py-0.5">
        <LongList items={groups} atLeast={1 + wantedIndex}>
          {renderGroup}
        </LongList>
      </ul>
    </section>
  )
}

interface ProposalGroup {
  /** At least one, newest first. */
  proposals: Proposal[]
  /** Every open vote on their topic, also those that a filter hides; null where there is at most one. */
  ballots: Ballots | null
}

/** Groups the proposals of `shown` that are open votes on one topic, at the place of the newest; `all` has them all. */
export function groupByTopic(
  shown: readonly Proposal[],
  all: readonly Proposal[],
): ProposalGroup[] {
  const open = Map.groupBy(all.filter(isVotingOpen), getTopic)
  const groups = Map.groupBy(shown, (proposal) =>
    isVotingOpen(proposal) ? getTopic(proposal) : proposal.id,
  )
  return [...groups].map(([topic, proposals]) => ({
    proposals,
    ballots: typeof topic === 'string' ? toBallots(open.get(topic) ?? []) : null,
  }))
}

/** A vote on a topic can be open once for each rank of proposers, and an appeal beside them. */
const getTopic = ({ action, targetAddress, freezeNumber }: Proposal): string =>
  `${action} ${targetAddress} ${freezeNumber ?? 0}`

function toBallots([first, ...others]: readonly Proposal[]): Ballots | null {
  if (first === undefined || others.length === 0) return null
  return [first, ...others.slice(0, MAX_VOTES_PER_MESSAGE - 1)]
}

function renderGroup({ proposals, ballots }: ProposalGroup) {
  const cards = proposals.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />)
  if (ballots === null) return cards
  return (
    <li key={`topic ${proposals[0]?.id}`} className="rounded-control bg-info-soft p-2 sm:p-3">
      <TopicVote ballots={ballots} />
      <ul className="mt-3 space-y-3">{cards}</ul>
    </li>
  )
}

function TopicVote({ ballots }: { ballots: Ballots }) {
  const target = shortenAddress(ballots[0].targetAddress, 8, 6)
  const title = `${ballots.length} open votes to ${describeAction(ballots[0], target)}`
  return (
    <section aria-label={title} className="px-2 pt-1">
      <h3 className="font-semibold">{title}</h3>
      <p className="figures text-small text-ink-soft">
        Proposals {ballots.map(({ id }) => `#${id}`).join(', ')} are about the same. Each is counted
        by itself: one signature can carry your vote on all of them.
      </p>
      <VoteButtons proposals={ballots} />
    </section>
  )
}

function NoProposals({ filter, onCreate }: Pick<ProposalListProps, 'filter' | 'onCreate'>) {
  const isAll = filter === 'All'
  return (
    <EmptyState
      icon={Landmark}
      level={3}
      title={isAll ? 'No Proposals Yet' : `No ${filter} Proposals`}
      text={
        isAll
          ? 'Be the first to create a governance proposal'
          : 'Choose another filter to see the other proposals'
      }
    >
      {isAll && <Button onClick={onCreate}>Create First Proposal</Button>}
    </EmptyState>
  )
}
