import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { formatFailure } from '../../lib/format/format-failure.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLastError } from '../../lib/outage/use-last-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ProposalList } from './proposal-list.tsx'
import type { ProposalFilter } from './proposal-status.ts'

interface ProposalsProps {
  query: UseQueryResult<Proposal[]>
  updateMode: UpdateMode
  filter: ProposalFilter
  wantedId: number | null
  onFilter: (filter: ProposalFilter) => void
  onCreate: () => void
}

/** The list of proposals in each of its states. */
export function Proposals({ query, updateMode, onFilter, ...list }: ProposalsProps) {
  const error = useLastError(query)
  if (error !== null) {
    return (
      <LoadFailure error={error} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
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
          <ProposalList proposals={query.data} {...list} />
          <div className="mt-3 flex justify-end">
            <UpdateModeIndicator updateMode={updateMode} what="Votes and proposals" />
          </div>
        </>
      )}
    </Card>
  )
}

interface LoadFailureProps {
  error: unknown
  /** It is being loaded again. */
  isBusy: boolean
  onRetry: () => void
}

function LoadFailure({ error, isBusy, onRetry }: LoadFailureProps) {
  const message = formatFailure(error, 'Failed to load proposals. Backend may not be running.')
  return (
    <div role="alert" className="card">
      <EmptyState icon={TriangleAlert} title="Error Loading Proposals" text={message}>
        <Button variant="secondary" onClick={onRetry} isBusy={isBusy}>
          Try Again
        </Button>
      </EmptyState>
    </div>
  )
}
