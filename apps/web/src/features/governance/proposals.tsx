import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ProposalList } from './proposal-list.tsx'
import type { ProposalFilter } from './proposal-status.ts'

interface ProposalsProps {
  proposals: readonly Proposal[]
  isLoading: boolean
  error: unknown
  onRetry: () => void
  onCreate: () => void
}

/** The list of proposals in each of its states. */
export function Proposals({ proposals, isLoading, error, onRetry, onCreate }: ProposalsProps) {
  const [filter, setFilter] = useState<ProposalFilter>('All')
  if (error !== null) return <LoadFailure error={error} onRetry={onRetry} />
  return (
    <Card title="Proposals" action={<FilterBar selected={filter} onSelect={setFilter} />}>
      {isLoading ? (
        <p className="flex min-h-48 items-center justify-center gap-2.5 text-ink-soft">
          <Spinner /> Loading proposals...
        </p>
      ) : (
        <ProposalList proposals={proposals} filter={filter} onCreate={onCreate} />
      )}
    </Card>
  )
}

function LoadFailure({ error, onRetry }: Pick<ProposalsProps, 'error' | 'onRetry'>) {
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
