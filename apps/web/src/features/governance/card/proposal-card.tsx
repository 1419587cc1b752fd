import type { Proposal } from '@app/api/schemas/proposal.ts'
import { describeUnfreeze } from '@app/contracts/describe-unfreeze.ts'
import { isCarriedOut } from '@app/rules/protection-state.ts'
import { cutText } from '@app/values/cut-text.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Clock, Info, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../../lib/api.ts'
import { buildAppealCasePath } from '../../../lib/case-path.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { ShortAddress } from '../../../ui/short-address.tsx'
import { TimeUntil } from '../../../ui/time.tsx'
import { Badge } from '../../../ui/tone/badge.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import { buildCardId, isVotingOpen, toStatusTone } from '../proposal-status.ts'
import { neededVotesQuery } from '../read-proposals.ts'
import { VoteButtons } from './vote-buttons.tsx'
import { VoteDetails } from './vote-details.tsx'
import { ShortTally, VoteTally } from './vote-tally.tsx'

const ACTION_ICONS = new Map([
  ['freeze', '🧊'],
  ['unfreeze', '🔓'],
  ['recover', '💰'],
])

/** An open vote stands whole; what is closed is folded to its facts. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  return (
    <li
      id={buildCardId(proposal.id)}
      tabIndex={-1}
      className="@container rounded-control border border-line bg-canvas"
    >
      {isVotingOpen(proposal) ? (
        <div className="px-4 py-2.5">
          <div className={HEAD_CLASS}>
            <CardHead proposal={proposal} />
          </div>
          <CardBody proposal={proposal} />
        </div>
      ) : (
        <details className="group/card">
          <summary
            className={`list-none rounded-control px-4 py-2.5 transition-colors hover:bg-sunken [&::-webkit-details-marker]:hidden ${HEAD_CLASS}`}
          >
            <CardHead proposal={proposal} />
            <FoldedFacts proposal={proposal} />
          </summary>
          <div className="px-4 pb-2.5">
            <CardBody proposal={proposal} />
          </div>
        </details>
      )}
    </li>
  )
}

/** Columns for icon, texts and status. */
const HEAD_CLASS = 'grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5'

function CardHead({ proposal }: { proposal: Proposal }) {
  const { id, action, status } = proposal
  const isFolded = !isVotingOpen(proposal)
  const effect = action === 'unfreeze' && describeUnfreeze(proposal)
  return (
    <>
      <span className="text-center text-page leading-none" aria-hidden="true">
        {ACTION_ICONS.get(action) ?? '📋'}
      </span>
      <span className="contents min-w-0 flex-wrap items-baseline gap-x-3 @3xs:flex">
        <h3 className="col-start-2 col-end-4 leading-snug font-semibold wrap-anywhere">
          Proposal #{id}: {action.toUpperCase()}
        </h3>
        {isFolded && (
          <span className="col-start-2 col-end-4 text-small text-ink-soft group-open/card:hidden">
            <ShortAddress address={proposal.targetAddress} as="text" leading={8} trailing={6} />
          </span>
        )}
        {effect && (
          <span
            className={`col-start-2 col-end-4 text-small font-medium ${isFolded ? 'hidden group-open/card:inline' : ''}`}
          >
            {effect}
          </span>
        )}
      </span>
      <span className="col-start-2 col-end-4 flex items-center gap-1.5 self-start @3xs:col-start-3 @3xs:justify-self-end">
        <Badge tone={toStatusTone(status)}>{status}</Badge>
        {isFolded && (
          <ChevronRight
            className="size-4 shrink-0 text-ink-faint transition-transform group-open/card:rotate-90"
            aria-hidden="true"
          />
        )}
      </span>
    </>
  )
}

/** What a folded card shows besides: the first words of the reason, and the votes. */
const FoldedFacts = ({ proposal }: { proposal: Proposal }) => (
  <>
    <UserText
      as="span"
      className="col-start-2 col-end-4 line-clamp-2 text-small leading-5 text-ink-soft group-open/card:hidden @xl:col-end-3"
    >
      {proposal.reason}
    </UserText>
    <span className="col-start-2 col-end-4 flex items-center gap-x-3 gap-y-1 group-open/card:hidden @xl:col-start-3 @xl:w-36 @xl:flex-col @xl:items-stretch">
      <ShortTally votes={proposal} />
    </span>
  </>
)

function CardBody({ proposal }: { proposal: Proposal }) {
  const { createdAt, status } = proposal
  return (
    <>
      <div className="figures flex flex-wrap gap-x-5 text-small text-ink-faint">
        <p className="leading-6">
          Proposed <bdi>{formatDate(createdAt * 1000)}</bdi>
        </p>
        <dl className="contents">
          <AddressDetail term="Target" address={proposal.targetAddress} />
          <AddressDetail term="Proposer" address={proposal.proposer} />
        </dl>
      </div>
      <ReasonText reason={proposal.reason} />
      <div className="mt-1.5 grid gap-x-8 gap-y-1 @xl:grid-cols-2 @xl:grid-rows-[auto_1fr]">
        <VoteTally votes={proposal} />
        <div className="@xl:row-span-2">
          <Countdowns proposal={proposal} />
          {isVotingOpen(proposal) ? (
            <VoteButtons proposals={[proposal]} />
          ) : (
            <p className="text-small text-ink-soft">Voting closed - {status}</p>
          )}
        </div>
        <div className="text-small text-ink-soft">
          <Notes proposal={proposal} />
          <Details proposal={proposal} />
        </div>
      </div>
    </>
  )
}

function AddressDetail({ term, address }: { term: string; address: string }) {
  return (
    <div className="flex gap-1.5 leading-6">
      <dt>{term}</dt>
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
    <UserText as="p" className="mt-1 text-small whitespace-pre-line">
      {isLong && !isExpanded ? `${preview}...` : reason}
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="link ml-1.5 min-h-6 text-small"
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </UserText>
  )
}

const Countdowns = ({ proposal }: { proposal: Proposal }) => (
  <ul className="figures text-small text-ink-soft">
    {proposal.countdowns.map(({ kind, at, text }) => (
      <Fact key={kind} icon={<Clock className={ICON_CLASS} aria-hidden="true" />}>
        <TimeUntil text={text} atMs={at * 1000} />
      </Fact>
    ))}
  </ul>
)

const Notes = ({ proposal }: { proposal: Proposal }) => (
  <ul className="flex flex-wrap gap-x-4">
    {listNotes(proposal).map((note) => (
      <Fact key={note} icon={<Info className={ICON_CLASS} aria-hidden="true" />}>
        {note}
      </Fact>
    ))}
    {proposal.isAppeal && (
      <Fact icon={<Scale className={ICON_CLASS} aria-hidden="true" />}>
        <Link
          to={buildAppealCasePath(proposal.targetAddress, proposal.id)}
          className="link min-h-6"
        >
          See the case
        </Link>
      </Fact>
    )}
  </ul>
)

/** What is shown on demand; of an open vote in which the wallet has voted also what will happen. */
function Details({ proposal }: { proposal: Proposal }) {
  const { title, description, txId } = proposal
  const hasOwnVote = useHasOwnVote(proposal)
  return (
    <div className="flex flex-wrap gap-x-6 *:open:basis-full">
      {(title !== '' || txId !== undefined) && (
        <Disclosure
          key={String(hasOwnVote)}
          title="What will happen"
          isDense
          isOpenFirst={hasOwnVote}
        >
          <UserText as="p" className="font-medium text-ink">
            {title}
          </UserText>
          <UserText as="p" className="mt-1 whitespace-pre-line">
            {description}
          </UserText>
          {txId !== undefined && (
            <p className="mt-1">
              <TransactionLink txId={txId} />
            </p>
          )}
        </Disclosure>
      )}
      <Disclosure title="Who voted" isDense>
        <VoteDetails proposal={proposal} />
      </Disclosure>
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
    ...(isAppeal ? ['An appeal of the target.'] : []),
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
