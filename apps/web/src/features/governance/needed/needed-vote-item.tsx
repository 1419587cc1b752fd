import type { NeededVote } from '@app/api/schemas/governance/proposal.ts'
import { Countdown } from '../../../ui/countdown.tsx'
import { describeNeededVote, isVoteNeeded } from './describe-needed-vote.ts'

interface NeededVoteItemProps {
  vote: NeededVote
  onShow: (id: number) => void
}

export function NeededVoteItem({ vote, onShow }: NeededVoteItemProps) {
  const { id, title, text, votingEndsAt } = vote
  return (
    <div className="figures text-sm">
      <button
        type="button"
        onClick={() => onShow(id)}
        className="link text-left text-[0.9375rem] wrap-anywhere"
      >
        #{id} {title}
      </button>
      <p className="text-ink-soft">
        {text} · <Countdown text="Voting ends" atMs={votingEndsAt * 1000} />
      </p>
      <p className={isVoteNeeded(vote) ? 'font-medium text-info' : 'text-ink-faint'}>
        {describeNeededVote(vote).join(' ')}
      </p>
    </div>
  )
}
