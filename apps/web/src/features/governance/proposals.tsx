import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { formatFailure } from '../../lib/format/format-failure.ts'
import type { UpdateMode } from '../../lib/live/subscribe-to-events.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { UpdateModeIndicator } from '../../ui/update-mode-indicator.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ProposalList } from './proposal-list.tsx'
import type { ProposalFilter } from './proposal-status.ts'

interface ProposalsProps {
  query: UseQueryResult<Proposal[]>
  updateMode: UpdateMode
  filter: ProposalFilter
  onFilter: (filter: ProposalFilter) => void
  onCreate: () => void
}

/** The list of proposals in each of its states. */
export function Proposals({ query, updateMode, filter, onFilter, onCreate }: ProposalsProps) {
  if (query.isError) {
    return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <Card title="Proposals" action={<FilterBar selected={filter} onSelect={onFilter} />}>
      {query.isPending ? (
        <p
          role="status"
          className="flex min-h-96 items-center justify-center gap-2.5 text-ink-soft"
        >
          <Spinner /> Loading proposals...
        </p>
      ) : (
        <>
          <ProposalList proposals={query.data} filter={filter} onCreate={onCreate} />
          <div className="mt-3 flex justify-end">
            <UpdateModeIndicator updateMode={updateMode} what="Votes and proposals" />
          </div>
        </>
      )}
    </Card>
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = formatFailure(error, 'Failed to load proposals. Backend may not be running.')
  return (
    <div role="alert" className="card">
      <EmptyState icon={TriangleAlert} title="Error Loading Proposals" text={message}>
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      </EmptyState>
    </div>
  )
}
