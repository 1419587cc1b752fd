import { type Appeal, getAppealOutcome } from './appeal.ts'
import { APPEAL_SECONDS, SECOND_BALLOT_MARGIN_SECONDS } from './durations.ts'
import {
  getFreezeEnd,
  getHoldingFreeze,
  getStandingFlag,
  type ProtectionRecord,
} from './protection-record.ts'

/** Something that the owner of an address can do now. Times are Unix seconds. */
export type Remedy =
  | { kind: 'appeal_flag'; caseId: string; until: null }
  | { kind: 'appeal_freeze'; proposalId: number; until: number }
  | { kind: 'second_proposal'; appealId: number; until: number }

/**
 * Lists the appeals that the contracts accept at `now`: once against each flag, once against a freeze and each
 * renewal, and a second vote where the first had too few votes. Source: `DharmaProtection.requireAppealable`.
 */
export function listRemedies(record: ProtectionRecord, now: number): Remedy[] {
  return [
    ...listSecondProposals(record, now),
    ...listFreezeAppeals(record, now),
    ...listFlagAppeals(record, now),
  ]
}

function listFlagAppeals(record: ProtectionRecord, now: number): Remedy[] {
  const flag = getStandingFlag(record, now)
  if (flag === null || record.appeals.some(({ caseId }) => caseId === flag.caseId)) return []
  return [{ kind: 'appeal_flag', caseId: flag.caseId, until: null }]
}

function listFreezeAppeals(record: ProtectionRecord, now: number): Remedy[] {
  const freeze = getHoldingFreeze(record, now)
  const until = getFreezeEnd(record, now)
  if (freeze === null || until === null) return []
  const last = record.appeals.findLast(({ freezeNumber }) => freezeNumber === freeze.number)
  const isUsed = last !== undefined && (isOpen(last, now) || last.openedAt >= freeze.renewedAt)
  return isUsed ? [] : [{ kind: 'appeal_freeze', proposalId: freeze.proposalId, until }]
}

function listSecondProposals({ appeals }: ProtectionRecord, now: number): Remedy[] {
  return appeals.flatMap((appeal): Remedy[] => {
    const [first, second] = appeal.ballots
    const until = appeal.openedAt + APPEAL_SECONDS - SECOND_BALLOT_MARGIN_SECONDS
    const isDue = first !== undefined && second === undefined && now >= first.votingEndsAt
    return isDue && isOpen(appeal, now) && now <= until
      ? [{ kind: 'second_proposal', appealId: appeal.id, until }]
      : []
  })
}

const isOpen = (appeal: Appeal, now: number): boolean =>
  getAppealOutcome(appeal, now).outcome === 'open'
