import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { shortenAddress } from '../../../lib/format/shorten-address.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Badge } from '../../../ui/tone/badge.tsx'
import { buildCardId, isVotingOpen, toStatusTone } from '../proposal-status.ts'
import { ProposalFacts } from './proposal-facts.tsx'
import { ReasonText } from './reason-text.tsx'
import { VoteButtons } from './vote-buttons.tsx'
import { VoteTally } from './vote-tally.tsx'

const ACTION_ICONS: Readonly<Record<string, string>> = {
  freeze: '🧊',
  unfreeze: '🔓',
  recover: '💰',
}

export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { id, action, status, reason, createdAt } = proposal
  return (
    <li
      id={buildCardId(id)}
      tabIndex={-1}
      className="rounded-control border border-line bg-canvas p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex gap-2">
          <span className="w-8 shrink-0 text-center text-2xl leading-none" aria-hidden="true">
            {ACTION_ICONS[action] ?? '📋'}
          </span>
          <div>
            <h3 className="leading-snug font-semibold">
              Proposal #{id}: {action.toUpperCase()}
            </h3>
            <p className="text-sm text-ink-faint">
              Proposed {new Date(createdAt * 1000).toLocaleDateString()}
            </p>
          </div>
        </div>
        <Badge tone={toStatusTone(status)}>{status}</Badge>
      </div>
      <dl className="figures mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <AddressDetail term="Target" address={proposal.targetAddress} />
        <AddressDetail term="Proposer" address={proposal.proposer} />
      </dl>
      <ReasonText reason={reason} />
      <VoteTally proposal={proposal} />
      {isVotingOpen(proposal) ? (
        <VoteButtons proposals={[proposal]} />
      ) : (
        <p className="mt-3 text-sm text-ink-soft">Voting closed - {status}</p>
      )}
      <ProposalFacts proposal={proposal} />
    </li>
  )
}

function AddressDetail({ term, address }: { term: string; address: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-faint">{term}</dt>
      <dd>
        <Link to={`/wallet/${address}`} className="link" title={address} data-address={address}>
          {shortenAddress(address, 8, 6)}
        </Link>
      </dd>
    </div>
  )
}
