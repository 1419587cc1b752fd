import type { Proposal } from '@app/api/schemas/proposal.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { toLeftClass, toWidthClass } from '../../../lib/percent-class.ts'
import { computeTally } from '../proposal-status.ts'

type Votes = Pick<Proposal, 'votesFor' | 'votesAgainst'>

export function VoteTally({ votes }: { votes: Votes }) {
  const { total, forPercent, againstPercent } = computeTally(votes)
  return (
    <div className="figures text-small">
      <div className="flex justify-between gap-4 font-medium">
        <span className="text-good">
          For: {votes.votesFor} ({forPercent})
        </span>
        <span className="text-bad">
          Against: {votes.votesAgainst} ({againstPercent})
        </span>
      </div>
      <div className="my-1.5">
        <VoteBar {...votes} />
      </div>
      <p className="text-ink-faint">
        Total votes: {total} • Required: {VOTES_REQUIRED}
      </p>
    </div>
  )
}

/** The votes of a proposal whose card is folded. */
export const ShortTally = ({ votes }: { votes: Votes }) => (
  <>
    <span className="figures text-small text-ink-soft">
      {votes.votesFor} For, {votes.votesAgainst} Against
    </span>
    <span className="flex-1">
      <VoteBar {...votes} />
    </span>
  </>
)

/** Votes For and Against, on a scale that ends at the required votes, or at the votes where they are more. */
function VoteBar({ votesFor, votesAgainst }: Votes) {
  const scale = Math.max(VOTES_REQUIRED, votesFor + votesAgainst)
  const toPercent = (votes: number) => (votes / scale) * 100
  return (
    <span className="relative block" aria-hidden="true">
      <span className="flex h-2 overflow-hidden rounded-full bg-track">
        <span className={`bg-good-fill ${toWidthClass(toPercent(votesFor))}`} />
        <span className={`bg-bad-fill ${toWidthClass(toPercent(votesAgainst))}`} />
      </span>
      <span
        className={`absolute -inset-y-1 w-0.5 -translate-x-full bg-ink ${toLeftClass(toPercent(VOTES_REQUIRED))}`}
      />
    </span>
  )
}
