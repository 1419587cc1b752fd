import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { Landmark } from 'lucide-react'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { ProposalCard } from './card/proposal-card.tsx'
import { VoteButtons } from './card/vote-buttons.tsx'
import { type Ballots, groupByTopic, type ProposalGroup } from './group-by-topic.ts'
import { filterProposals, type ProposalFilter } from './proposal-status.ts'

interface ProposalListProps {
  proposals: readonly Proposal[]
  filter: ProposalFilter
  /** Number of a proposal that was asked for. */
  wantedId: number | null
  onCreate: () => void
}

/** The proposals that match the filter, in a scrollable box; open votes on one topic stand together. */
export function ProposalList({ proposals, filter, wantedId, onCreate }: ProposalListProps) {
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

/** One choice for every open vote on a topic. */
function TopicVote({ ballots }: { ballots: Ballots }) {
  const { action, targetAddress } = ballots[0]
  const title = `${ballots.length} open votes to ${action} ${shortenAddress(targetAddress, 8, 6)}`
  return (
    <section aria-label={title} className="px-2 pt-1">
      <h3 className="font-semibold">{title}</h3>
      <p className="figures text-sm text-ink-soft">
        Proposals {ballots.map(({ id }) => `#${id}`).join(', ')} are about the same. Each is counted
        by itself: one signature can carry your vote on all of them.
      </p>
      <VoteButtons proposals={ballots} />
    </section>
  )
}

function NoProposals({ filter, onCreate }: Pick<ProposalListProps, 'filter' | 'onCreate'>) {
  if (filter !== 'All') {
    return (
      <EmptyState
        icon={Landmark}
        level={3}
        title={`No ${filter} Proposals`}
        text="Choose another filter to see the other proposals"
      />
    )
  }
  return (
    <EmptyState
      icon={Landmark}
      level={3}
      title="No Proposals Yet"
      text="Be the first to create a governance proposal"
    >
      <Button onClick={onCreate}>Create First Proposal</Button>
    </EmptyState>
  )
}
