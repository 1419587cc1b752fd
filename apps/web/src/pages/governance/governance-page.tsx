import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateProposalDialog } from '../../features/governance/create/create-proposal-dialog.tsx'
import { HowGovernanceWorks } from '../../features/governance/how-governance-works.tsx'
import { NeededVotes } from '../../features/governance/needed/needed-votes.tsx'
import { ProposalCounters } from '../../features/governance/proposal-counters.tsx'
import { buildCardId, type ProposalFilter } from '../../features/governance/proposal-status.ts'
import { Proposals } from '../../features/governance/proposals.tsx'
import { proposalsQuery } from '../../features/governance/queries.ts'
import { useLiveProposals } from '../../features/governance/use-live-proposals.ts'
import { VoteArchive } from '../../features/governance/vote-archive.tsx'
import { useApi } from '../../lib/api.ts'
import { useProblems } from '../../lib/outage/use-problems.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

export function GovernancePage() {
  const { address } = useWalletSession()
  const [isCreating, setCreating] = useState(false)
  const [filter, setFilter] = useState<ProposalFilter>('All')
  const [wantedId, setWantedId] = useState<number | null>(null)
  const proposals = useQuery(proposalsQuery(useApi()))
  const updateMode = useLiveProposals(proposals.data !== undefined)
  const problems = useProblems([])
  const showProposal = (id: number) => {
    setFilter('All')
    setWantedId(id)
    // The card may appear only with the new filter, or further down.
    requestAnimationFrame(() => document.getElementById(buildCardId(id))?.focus())
  }
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
      <StatusLine messages={problems} />
      <ProposalCounters proposals={proposals.isError ? undefined : proposals.data} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <Proposals
          query={proposals}
          updateMode={updateMode}
          filter={filter}
          wantedId={wantedId}
          onFilter={setFilter}
          onCreate={() => setCreating(true)}
        />
        <div className="grid gap-4">
          {address !== null && <NeededVotes address={address} onShow={showProposal} />}
          <HowGovernanceWorks />
          <VoteArchive />
        </div>
      </div>
      <CreateProposalDialog isOpen={isCreating} onOpenChange={setCreating} />
    </div>
  )
}
