import type { Proposal } from '@app/api/schemas/proposal.ts'
import { describeUnfreeze } from '@app/contracts/describe-unfreeze.ts'
import { isCarriedOut } from '@app/rules/protection-state.ts'
import { cutText } from '@app/values/cut-text.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Clock, Info, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../../lib/api.ts'
import { buildAppealCasePath } from '../../../lib/case-path.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { toWidthClass } from '../../../lib/percent-class.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { ShortAddress } from '../../../ui/short-address.tsx'
import { TimeUntil } from '../../../ui/time.tsx'
import { Badge } from '../../../ui/tone/badge.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import { buildCardId, computeTally, isVotingOpen, toStatusTone } from '../proposal-status.ts'
import { neededVotesQuery } from '../read-proposals.ts'
import { VoteButtons } from './vote-buttons.tsx'
import { VoteDetails } from './vote-details.tsx'

const ACTION_ICONS = new Map([
  ['freeze', '🧊'],
  ['unfreeze', '🔓'],
  ['recover', '💰'],
])

export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { id, action, status, reason, createdAt } = proposal
  const effect = action === 'unfreeze' && describeUnfreeze(proposal)
  return (
    <li
      id={buildCardId(id)}
      tabIndex={-1}
      className="rounded-control border border-line bg-canvas p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 gap-2">
          <span className="w-8 shrink-0 text-center text-2xl leading-none" aria-hidden="true">
            {ACTION_ICONS.get(action) ?? '📋'}
          </span>
          <div className="min-w-0">
            <h3 className="leading-snug font-semibold wrap-anywhere">
              Proposal #{id}: {action.toUpperCase()}
            </h3>
            {effect && <p className="text-[0.9375rem] font-medium">{effect}</p>}
            <p className="text-sm text-ink-faint">
              Proposed <bdi>{formatDate(createdAt * 1000)}</bdi>
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
        <ShortAddress address={address} leading={8} trailing={6} />
      </dd>
    </div>
  )
}

const PREVIEW_LENGTH = 150

/** The reason of a proposal, shortened until the user expands it. */
function ReasonText({ reason }: { reason: string }) {
  const [isExpanded, setExpanded] = useState(false)
  const preview = cutText(reason, PREVIEW_LENGTH)
  const isLong = preview.length < reason.length
  return (
    <UserText as="p" className="mt-3 text-[0.9375rem] whitespace-pre-line">
      {isLong && !isExpanded ? `${preview}...` : reason}
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="link ml-1.5 text-sm"
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </UserText>
  )
}

function VoteTally({ proposal }: { proposal: Proposal }) {
  const { votesFor, votesAgainst } = proposal
  const { total, forPercent, againstPercent } = computeTally(proposal)
  return (
    <div className="figures mt-4 text-sm">
      <div className="flex justify-between gap-4 font-medium">
        <span className="text-good">
          For: {votesFor} ({forPercent})
        </span>
        <span className="text-bad">
          Against: {votesAgainst} ({againstPercent})
        </span>
      </div>
      <div
        className="mt-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken"
        aria-hidden="true"
      >
        <div className={`bg-good-fill ${toWidthClass((votesFor / Math.max(1, total)) * 100)}`} />
        <div className={`bg-bad-fill ${toWidthClass((votesAgainst / Math.max(1, total)) * 100)}`} />
      </div>
      <p className="mt-1.5 text-ink-faint">
        Total votes: {total} • Required: {VOTES_REQUIRED}
      </p>
    </div>
  )
}

function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const hasOwnVote = useHasOwnVote(proposal)
  return (
    <div className="figures mt-4 border-t border-line pt-3 text-sm text-ink-soft">
      <ul className="grid gap-1">
        {proposal.countdowns.map(({ kind, at, text }) => (
          <Fact key={kind} icon={<Clock className={ICON_CLASS} aria-hidden="true" />}>
            <TimeUntil text={text} atMs={at * 1000} />
          </Fact>
        ))}
        {listNotes(proposal).map((note) => (
          <Fact key={note} icon={<Info className={ICON_CLASS} aria-hidden="true" />}>
            {note}
          </Fact>
        ))}
        {proposal.isAppeal && (
          <Fact icon={<Scale className={ICON_CLASS} aria-hidden="true" />}>
            <Link to={buildAppealCasePath(proposal.targetAddress, proposal.id)} className="link">
              See the case
            </Link>
          </Fact>
        )}
      </ul>
      <div className="mt-1">
        {(proposal.title !== '' || proposal.txId !== undefined) && (
          <Disclosure key={String(hasOwnVote)} title="What will happen" isOpenFirst={hasOwnVote}>
            <UserText as="p" className="font-medium text-ink">
              {proposal.title}
            </UserText>
            <UserText as="p" className="mt-1 whitespace-pre-line">
              {proposal.description}
            </UserText>
            {proposal.txId !== undefined && (
              <p className="mt-1">
                <TransactionLink txId={proposal.txId} />
              </p>
            )}
          </Disclosure>
        )}
        <Disclosure title="Who voted">
          <VoteDetails proposal={proposal} />
        </Disclosure>
      </div>
    </div>
  )
}

/** Returns, as sentences, who opened a proposal where that matters, and what keeps it from its effect or made it. */
export function listNotes(proposal: Proposal): string[] {
  const { isAppeal, freezeNumber, obstacle, voidReason, status, votingOutcome } = proposal
  const isApproved = votingOutcome === 'approved'
  const isDone = isApproved && isCarriedOut({ isAppeal, freezeNumber: freezeNumber ?? null })
  const isLate = isApproved && !isDone && status === 'expired' && voidReason === undefined
  return [
    ...(isAppeal ? ['The target opened it, as an appeal.'] : []),
    ...(isDone ? ['Its approval lifted the flag when the voting ended.'] : []),
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(voidReason === undefined ? [] : [`It can no longer take effect: ${voidReason}`]),
    ...(isLate ? ['The voters approved it, but it was not executed and no longer can be.'] : []),
  ]
}

function useHasOwnVote(proposal: Proposal): boolean {
  const { address } = useWalletSession()
  const votes = useQuery(neededVotesQuery(useApi(), isVotingOpen(proposal) ? address : null))
  return votes.data?.find(({ id }) => id === proposal.id)?.ownVote !== undefined
}

const ICON_CLASS = 'mt-0.5 size-4 shrink-0 text-ink-faint'

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      {icon}
      <UserText as="span">{children}</UserText>
    </li>
  )
}
