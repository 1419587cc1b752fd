import { type Ballot, getVotingOutcome } from './ballot.ts'

export type AppealOutcome = 'open' | 'upheld' | 'denied' | 'undecided'

/** An appeal with the ballots of its one or two proposals, oldest first. Times are Unix seconds. */
export interface Appeal {
  id: number
  /** The flag it is against; null for an appeal against a freeze. */
  caseId: string | null
  /** The freeze it is against; null for an appeal against a flag. */
  freezeNumber: number | null
  openedAt: number
  deadline: number
  ballots: readonly Ballot[]
  /** As the chain recorded it; null while it is not recorded as closed. */
  stored: { outcome: AppealOutcome; closedAt: number } | null
}

/**
 * Returns the outcome at `now` and when it was reached; `closedAt` is null while it is open.
 * Source: `DharmaProtectionTypes.Appeal`.
 */
export function getAppealOutcome(
  appeal: Appeal,
  now: number,
): { outcome: AppealOutcome; closedAt: number | null } {
  if (appeal.stored !== null) return appeal.stored
  const ballot = appeal.ballots.at(-1)
  const voting = ballot === undefined ? 'open' : getVotingOutcome(ballot, now)
  const votingEndsAt = ballot?.votingEndsAt ?? null
  if (voting === 'approved') return { outcome: 'upheld', closedAt: votingEndsAt }
  if (voting === 'rejected') return { outcome: 'denied', closedAt: votingEndsAt }
  if (now < appeal.deadline) return { outcome: 'open', closedAt: null }
  return { outcome: 'undecided', closedAt: appeal.deadline }
}

/** Returns when the appeal was upheld; null when it is not. */
export function getUpheldAt(appeal: Appeal, now: number): number | null {
  const { outcome, closedAt } = getAppealOutcome(appeal, now)
  return outcome === 'upheld' ? closedAt : null
}
