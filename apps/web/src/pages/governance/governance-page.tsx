import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateProposalDialog } from '../../features/governance/create-proposal-dialog.tsx'
import { HowGovernanceWorks } from '../../features/governance/how-governance-works.tsx'
import { ProposalCounters } from '../../features/governance/proposal-counters.tsx'
import { Proposals } from '../../features/governance/proposals.tsx'
import { proposalsQuery } from '../../features/governance/queries.ts'
import { useApi } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function GovernancePage() {
  const api = useApi()
  const [isCreating, setCreating] = useState(false)
  const proposals = useQuery(proposalsQuery(api))
  const listed = proposals.isError ? [] : (proposals.data ?? [])
  return (
    <div className="page-width">
      <title>Governance · Dharma Guard</title>
      <PageHeader title="Governance" subtitle="Community proposals for protective actions">
        <Button onClick={() => setCreating(true)}>
          <span>
            <span className="inline-block brightness-0 invert">➕</span> Create Proposal
          </span>
        </Button>
      </PageHeader>
      <ProposalCounters proposals={listed} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <Proposals
          proposals={listed}
          isLoading={proposals.isPending}
          error={proposals.error}
          onRetry={() => void proposals.refetch()}
          onCreate={() => setCreating(true)}
        />
        <HowGovernanceWorks />
      </div>
      <CreateProposalDialog isOpen={isCreating} onOpenChange={setCreating} />
    </div>
  )
}
