import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { computeTally } from '../proposal-status.ts'

/** The votes so far, as numbers and as a bar. */
export function VoteTally({ proposal }: { proposal: Proposal }) {
  const { total, forPercent, againstPercent } = computeTally(proposal)
  return (
    <div className="figures mt-4 text-sm">
      <div className="flex justify-between gap-4 font-medium">
        <span className="text-good">
          For: {proposal.votesFor} ({forPercent}%)
        </span>
        <span className="text-bad">
          Against: {proposal.votesAgainst} ({againstPercent}%)
        </span>
      </div>
      <div
        className="mt-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken"
        aria-hidden="true"
      >
        <div className="bg-good-fill" style={{ width: `${forPercent}%` }} />
        <div className="bg-bad-fill" style={{ width: `${againstPercent}%` }} />
      </div>
      <p className="mt-1.5 text-ink-faint">
        Total votes: {total} • Required: {VOTES_REQUIRED}
      </p>
    </div>
  )
}
