import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { Landmark } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { ProposalCard } from './card/proposal-card.tsx'
import { filterProposals, type ProposalFilter } from './proposal-status.ts'

interface ProposalListProps {
  proposals: readonly Proposal[]
  filter: ProposalFilter
  /** Number of a proposal that was asked for. */
  wantedId: number | null
  onCreate: () => void
}

/** The proposals that match the filter, in a scrollable box. */
export function ProposalList({ proposals, filter, wantedId, onCreate }: ProposalListProps) {
  const shown = filterProposals(proposals, filter)
  if (shown.length === 0) return <NoProposals filter={filter} onCreate={onCreate} />
  return (
    <section
      aria-label="List of proposals"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="-mx-2 max-h-96 overflow-y-auto rounded-control px-2"
    >
      <ul className="space-y-3 py-0.5">
        <LongList items={shown} atLeast={1 + shown.findIndex(({ id }) => id === wantedId)}>
          {(proposal) => <ProposalCard key={proposal.id} proposal={proposal} />}
        </LongList>
      </ul>
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
