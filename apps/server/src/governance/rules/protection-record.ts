import { type Appeal, getAppealOutcome, getUpheldAt } from './appeal.ts'
import { type Ballot, getVotingOutcome } from './ballot.ts'
import { DAY_SECONDS, FREEZE_EXTENSION_SECONDS, FREEZE_SECONDS } from './durations.ts'

/** A flag as it was recorded; an appeal may have lifted it since. Times are Unix seconds. */
export interface Flag {
  caseId: string
  reasonCode: string
  flagger: string
  flaggedAt: number
}

export interface Freeze {
  /** Number among the freezes of the address, from 1. */
  number: number
  /** The proposal that was executed last. */
  proposalId: number
  since: number
  renewedAt: number
  /** The case of the flag at that time; null when nothing was held against the address. */
  flagCaseId: string | null
  /** As recorded; null while its end is not recorded. */
  endedAt: number | null
}

/** A recovery proposed under a freeze. */
export interface Recovery {
  ballot: Ballot
  freezeNumber: number
  executedAt: number | null
}

/** What is recorded about one address. */
export interface ProtectionRecord {
  /** The flag that no event lifted. */
  flag: Flag | null
  /** The last freeze, also after its end. */
  freeze: Freeze | null
  /** Oldest first. */
  appeals: readonly Appeal[]
  /** Oldest first. */
  recoveries: readonly Recovery[]
}

/** Returns the flag that stands at `now`. Source: `DharmaProtectionRecord.Record.getFlag`. */
export function getStandingFlag({ flag, appeals }: ProtectionRecord, now: number): Flag | null {
  if (flag === null) return null
  const appeal = appeals.find(({ caseId }) => caseId === flag.caseId)
  const outcome = appeal === undefined ? 'open' : getAppealOutcome(appeal, now).outcome
  return outcome === 'upheld' || outcome === 'undecided' ? null : flag
}

/** Returns the freeze that holds at `now`. */
export function getHoldingFreeze(record: ProtectionRecord, now: number): Freeze | null {
  const end = getFreezeEnd(record, now)
  return record.freeze !== null && end !== null && record.freeze.endedAt === null && now < end
    ? record.freeze
    : null
}

/**
 * Returns the end of the last freeze, past or to come, as it stands at `now`; null when there was
 * none. An open appeal may bring it forward.
 */
export function getFreezeEnd(record: ProtectionRecord, now: number): number | null {
  const { freeze } = record
  return freeze === null ? null : (freeze.endedAt ?? getExtendedEnd(record, freeze, now))
}

/** Returns the first appeal against the last freeze, which alone blocks a recovery. */
export function getBlockingAppeal({ freeze, appeals }: ProtectionRecord): Appeal | null {
  if (freeze === null) return null
  return appeals.find(({ freezeNumber }) => freezeNumber === freeze.number) ?? null
}

/** Returns when an appeal against a freeze was upheld first from `time` on; null when none was. */
export function findUpheldSince(
  { appeals }: ProtectionRecord,
  time: number,
  now: number,
): number | null {
  const times = appeals
    .filter(({ freezeNumber }) => freezeNumber !== null)
    .flatMap((appeal) => getUpheldAt(appeal, now) ?? [])
    .filter((upheldAt) => upheldAt >= time)
  return times.length === 0 ? null : Math.min(...times)
}

/** Returns when an appeal was upheld under the last freeze, which voids recoveries. */
export function getRecoveryVoidedAt(record: ProtectionRecord, now: number): number | null {
  return record.freeze === null ? null : findUpheldSince(record, record.freeze.since, now)
}

interface Approval {
  from: number
  until: number
}

/** Source: `DharmaProtectionRecord.Record.getExtendedEnd`. */
function getExtendedEnd(record: ProtectionRecord, freeze: Freeze, now: number): number {
  const end = freeze.renewedAt + FREEZE_SECONDS
  const appeal = getBlockingAppeal(record)
  const approval = findApproval(record, freeze, now)
  if (appeal === null || approval === null) return end
  const blockedFrom = Math.max(appeal.openedAt, approval.from)
  if (blockedFrom >= end || blockedFrom >= approval.until) return end
  const latest = end + FREEZE_EXTENSION_SECONDS
  const { outcome, closedAt } = getAppealOutcome(appeal, now)
  if (closedAt === null) return latest
  if (outcome === 'upheld' || blockedFrom >= closedAt) return end
  return Math.min(latest, Math.max(end, closedAt + DAY_SECONDS))
}

/**
 * Returns the approval of a recovery under the freeze that the blocking appeal meets. An earlier
 * approval gives way when another recovery opens, unless the blocking appeal met it.
 */
function findApproval(record: ProtectionRecord, freeze: Freeze, now: number): Approval | null {
  const appeal = getBlockingAppeal(record)
  return record.recoveries
    .filter(({ freezeNumber }) => freezeNumber === freeze.number)
    .reduce<Approval | null>((before, recovery) => {
      const kept = isMet(appeal, before, recovery.ballot.createdAt) ? before : null
      return isOver(appeal, recovery) ? null : (kept ?? toApproval(recovery.ballot, now))
    }, null)
}

/** Returns whether the appeal was open by `time` and met the approval. */
function isMet(appeal: Appeal | null, approval: Approval | null, time: number): boolean {
  if (appeal === null || approval === null) return false
  return appeal.openedAt <= time && approval.until > appeal.openedAt
}

/** Returns whether the recovery was executed before the appeal was opened. */
function isOver(appeal: Appeal | null, { executedAt }: Recovery): boolean {
  return executedAt !== null && (appeal === null || appeal.openedAt > executedAt)
}

function toApproval(ballot: Ballot, now: number): Approval | null {
  if (getVotingOutcome(ballot, now) !== 'approved') return null
  return { from: ballot.votingEndsAt, until: ballot.executableUntil }
}
