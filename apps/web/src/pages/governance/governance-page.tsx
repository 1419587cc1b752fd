import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Address as AccountAddress } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CreateProposalDialog } from '../../features/governance/create/create-proposal-dialog.tsx'
import { NeededVotes } from '../../features/governance/needed-votes.tsx'
import { buildCardId, type ProposalFilter } from '../../features/governance/proposal-status.ts'
import { ProposalCounters, Proposals } from '../../features/governance/proposals.tsx'
import { proposalsQuery } from '../../features/governance/read-proposals.ts'
import { useLiveProposals } from '../../features/governance/use-live-proposals.ts'
import { VoteArchiveCard } from '../../features/governance/vote-archive-card.tsx'
import { useApi } from '../../lib/api.ts'
import { buildProposalPath, readWantedProposals } from '../../lib/governance-path.ts'
import { useProblems } from '../../lib/outage/use-problems.ts'
import { Link } from '../../lib/router/link.tsx'
import { navigate, useLocation } from '../../lib/router/location.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ShortAddress } from '../../ui/short-address.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

export function GovernancePage() {
  const { address } = useWalletSession()
  const { search, key } = useLocation()
  const wanted = readWantedProposals(search)
  const [isCreating, setCreating] = useState(false)
  const [filter, setFilter] = useState<ProposalFilter>('All')
  const proposals = useQuery(proposalsQuery(useApi()))
  const updateMode = useLiveProposals(proposals.data !== undefined)
  const missing = describeMissing(wanted.proposal, proposals.data)
  const problems = useProblems([])
  useShownProposal(wanted.proposal, proposals.data !== undefined, key)
  const close = () => {
    setCreating(false)
    if (wanted.create !== null) navigate('/governance', { replace: true })
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
      <StatusLine messages={[...problems, ...missing]} />
      {wanted.wallet !== null && <AboutWallet address={wanted.wallet} />}
      <ProposalCounters proposals={proposals.isError ? undefined : proposals.data} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Proposals
          query={proposals}
          updateMode={updateMode}
          filter={wanted.proposal === null ? filter : 'All'}
          wallet={wanted.wallet}
          wantedId={wanted.proposal}
          onFilter={(next) => {
            setFilter(next)
            if (wanted.proposal !== null) navigate('/governance', { replace: true })
          }}
          onCreate={() => setCreating(true)}
        />
        <div className="grid gap-4">
          {address !== null && (
            <NeededVotes address={address} onShow={(id) => navigate(buildProposalPath(id))} />
          )}
          <HowGovernanceWorks />
          <VoteArchiveCard />
        </div>
      </div>
      <CreateProposalDialog
        key={wanted.create}
        target={wanted.create ?? ''}
        isOpen={isCreating || wanted.create !== null}
        onClose={close}
      />
    </div>
  )
}

/** Moves to the card of the proposal that the address names, once it is there, and again with each link to it. */
function useShownProposal(id: number | null, isLoaded: boolean, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same proposal shows it again
  useEffect(() => {
    if (id === null || !isLoaded) return
    const card = document.getElementById(buildCardId(id))
    if (card !== null) showInList(card)
  }, [id, isLoaded, key])
}

/** Unfolds the card and scrolls the list to it, and the page as far as needed. */
function showInList(card: HTMLElement): void {
  card.querySelector(':scope > details')?.setAttribute('open', '')
  const list = card.closest('section')
  list?.scrollTo({ top: card.offsetTop - list.offsetTop })
  list?.scrollIntoView({ block: 'nearest' })
  card.focus({ preventScroll: true })
}

function describeMissing(id: number | null, proposals: readonly Proposal[] | undefined): string[] {
  if (id === null || proposals === undefined || proposals.some((one) => one.id === id)) return []
  return [`There is no proposal #${id}. A new one appears here when its block is read.`]
}

/** Says that only the proposals about one wallet are listed. */
const AboutWallet = ({ address }: { address: AccountAddress }) => (
  <p className="mb-3 flex flex-wrap gap-x-3">
    <span>
      Proposals about <ShortAddress address={address} leading={8} trailing={6} />
    </span>
    <Link to="/governance" className="link">
      Show all
    </Link>
  </p>
)

const STEPS = [
  'Anyone can propose freeze, unfreeze or recover',
  'Proposals need 3+ votes and the voting period is 24 hours',
  'Approved proposals are executed automatically by the DAO admin',
  'Everything is recorded onchain',
]

function HowGovernanceWorks() {
  return (
    <Card title="How Governance Works">
      <ol className="space-y-4">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="figures grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-small font-semibold text-brand"
            >
              {index + 1}
            </span>
            <span className="pt-0.5 text-ink-soft">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
