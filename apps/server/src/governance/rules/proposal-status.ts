import type { Address } from '@app/values/address.ts'
import type { ProposalAction, StoredStatus } from '../../db/tables/dao-tables.ts'
import { getAppealOutcome } from './appeal.ts'
import { type Ballot, getVotingOutcome } from './ballot.ts'
import { RECOVERY_DELAY_SECONDS } from './durations.ts'
import {
  findUpheldSince,
  getBlockingAppeal,
  getFreezeEnd,
  getHoldingFreeze,
  getRecoveryVoidedAt,
  type ProtectionRecord,
} from './protection-record.ts'

/** A proposal with what its status follows from. Times are Unix seconds. */
export interface RuledProposal {
  action: ProposalAction
  target: Address
  ballot: Ballot
  /** The status of the last event, 'pending' before the first. */
  storedStatus: StoredStatus
  /** The case whose flag alone it lifts; null unless an appeal against that flag opened it. */
  appealedCaseId: string | null
  /** The freeze to which a recovery belongs; null for other actions. */
  freezeNumber: number | null
}

const FINAL: ReadonlySet<StoredStatus> = new Set(['executed', 'rejected', 'expired'])

export const isFinal = (status: StoredStatus): boolean => FINAL.has(status)

/**
 * Returns the status at `now`, also where no event has reported it yet. `record` is that of the
 * target. Source: `DharmaProposals.Proposal.status`.
 */
export function getProposalStatus(
  proposal: RuledProposal,
  record: ProtectionRecord,
  now: number,
): StoredStatus {
  const { storedStatus, ballot, action } = proposal
  if (isFinal(storedStatus)) return storedStatus
  const overruledAt = getOverruledAt(proposal, record, now)
  const isVotingOverruled = action !== 'unfreeze'
  if (isVotingOverruled && overruledAt !== null && overruledAt < ballot.votingEndsAt) {
    return 'expired'
  }
  const outcome = getVotingOutcome(ballot, now)
  if (outcome === 'open') return storedStatus
  if (outcome !== 'approved') return outcome
  return overruledAt === null && now < ballot.executableUntil ? 'approved' : 'expired'
}

/** Returns why an approved proposal cannot be executed at `now`; null when it can. */
export function getExecutionObstacle(
  { action, target }: Pick<RuledProposal, 'action' | 'target'>,
  record: ProtectionRecord,
  now: number,
): string | null {
  if (action !== 'recover') return null
  const appeal = getBlockingAppeal(record)
  const earliest = getRecoverableFrom(record)
  if (earliest !== null && now < earliest) return `${target} must be frozen for 72 hours first`
  const isBlocked = appeal !== null && getAppealOutcome(appeal, now).outcome === 'open'
  return isBlocked ? `The appeal against the freeze of ${target} is open` : null
}

/** Returns the Unix seconds from which a recovery can be executed, appeals aside. */
export function getRecoverableFrom({ freeze }: ProtectionRecord): number | null {
  return freeze === null ? null : freeze.since + RECOVERY_DELAY_SECONDS
}

/**
 * Returns since when the proposal is void, whatever the votes; null when it is not. Source:
 * `DharmaGovernanceActions`.
 */
function getOverruledAt(
  { action, ballot, appealedCaseId, freezeNumber }: RuledProposal,
  record: ProtectionRecord,
  now: number,
): number | null {
  switch (action) {
    case 'freeze':
      return findUpheldSince(record, ballot.createdAt, now)
    case 'unfreeze': {
      const since = record.freeze?.since ?? 0
      return appealedCaseId === null && ballot.createdAt < since ? since : null
    }
    case 'recover': {
      if (record.freeze?.number !== freezeNumber) return record.freeze?.since ?? now
      const voidedAt = getRecoveryVoidedAt(record, now)
      const isFrozen = getHoldingFreeze(record, now) !== null
      return voidedAt !== null || isFrozen ? voidedAt : getFreezeEnd(record, now)
    }
  }
}
