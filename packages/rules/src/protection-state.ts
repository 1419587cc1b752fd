import type { Address } from '@app/values/address.ts'
import type { ProposalAction, ProposalStatus } from '@app/values/governance.ts'
import { getGround } from '@app/values/reason-code.ts'
import { formatTime } from '@app/values/time.ts'
import {
  BAR_SECONDS,
  FREEZE_SECONDS,
  HASTY_LIFT_SECONDS,
  MEMORY_SECONDS,
  RECOVERY_DELAY_SECONDS,
} from './constants.ts'
import { getVotingResult, type VoteCounts, type VotingResult } from './voting.ts'

/** The votes of a proposal and the times of its voting, in Unix seconds. */
interface Ballot extends VoteCounts {
  id: number
  createdAt: number
  votingEndsAt: number
  executableUntil: number
  /** Votes For that approve it at least, beside a majority: 3 for a recovery. */
  minVotesFor: number
}

/** How a voting ended. */
export type VotingOutcome = 'open' | VotingResult

/** A proposal with what its status follows from. Times are Unix seconds. */
export interface RuledProposal {
  action: ProposalAction
  target: Address
  /** The flag that an unfreeze lifts. */
  flagNumber: number | null
  /** The freeze that an unfreeze ends, or that a recovery is under. */
  freezeNumber: number | null
  isAppeal: boolean
  ballot: Ballot
  /** The status of the last event, 'pending' before the first. */
  storedStatus: ProposalStatus
  /** How the voting ended; null while that is not recorded. */
  storedOutcome: VotingResult | null
  executedAt: number | null
}

export interface RecordedFlag {
  number: number
  caseId: string
  reasonCode: string
  flagger: Address
  flaggedAt: number
  /** As recorded: an appeal may have lifted it since. */
  liftedAt: number | null
}

export interface RecordedFreeze {
  number: number
  /** The proposal that was executed last. */
  proposalId: number
  since: number
  renewedAt: number
  /** The case of the flag in the 30 days before the proposal; null: protected by a vote. */
  flagCaseId: string | null
  /** As recorded, like the next. */
  endedAt: number | null
  /** End of the first vote that decided to end it, and of the last one. */
  overruledAt: number | null
  lastOverruledAt: number | null
}

/** Until then a flag is refused: with a code of this ground or every code, by this flagger or everybody. */
export interface Bar {
  reasonCode: string | null
  flagger: Address | null
  until: number
}

type AppealOutcome = 'open' | 'upheld' | 'denied' | 'undecided' | 'void'

/** An appeal; its number is that of the proposal that decides it, at `deadline`. */
interface RecordedAppeal {
  id: number
  /** One of the two is a number. */
  flagNumber: number | null
  freezeNumber: number | null
  caseId: string | null
  openedAt: number
  deadline: number
  /** null while it is not recorded as closed. */
  stored: { outcome: AppealOutcome; closedAt: number } | null
}

export interface AppealState extends RecordedAppeal {
  outcome: AppealOutcome
  /** null while it is open. */
  closedAt: number | null
}

/** What is recorded about one address, each list by number. */
export interface ProtectionRecord<P extends RuledProposal = RuledProposal> {
  flags: readonly RecordedFlag[]
  freezes: readonly RecordedFreeze[]
  bars: readonly Bar[]
  appeals: readonly RecordedAppeal[]
  /** Every proposal with the address as target. */
  proposals: readonly P[]
}

export const EMPTY_RECORD: ProtectionRecord = {
  flags: [],
  freezes: [],
  bars: [],
  appeals: [],
  proposals: [],
}

/** What becomes of a proposal whose outcome is not recorded. */
interface Decision {
  outcome: VotingResult
  /** Nothing stood any more of what it names, before its voting ended. */
  isVoid: boolean
}

/** What a record says, and what has followed from the proposals that are folded into it. Times are Unix seconds. */
interface Fold {
  now: number
  record: ProtectionRecord
  /** The flag that is recorded as standing. */
  recordedFlag: RecordedFlag | null
  /** When an appeal that is not recorded as closed lifted that flag. */
  flagLiftedAt: number | null
  /** Also after its end. */
  lastFreeze: RecordedFreeze | null
  /** The end of the last freeze, past or to come. */
  freezeEnd: number | null
  /** When a vote decided to end the last freeze. */
  freezeOverruledAt: number | null
  /** Every proposal to freeze that is older is void; 0 for none. */
  overruledAt: number
  /** By proposal. */
  decisions: Map<number, Decision>
}

/** What votes and time have made of a record by `now`. */
export interface ProtectionState extends Readonly<Fold> {
  /** The flag that stands. */
  flag: RecordedFlag | null
  /** Until when a vote, an approved unfreeze that waits, or an appeal names that flag; 0 for none. */
  flagNamedUntil: number
  /** Also that of a lift by an appeal that is not recorded. */
  bars: readonly Bar[]
  /** The freeze that holds. */
  freeze: RecordedFreeze | null
  appeals: readonly AppealState[]
}

/**
 * Folds the proposals whose outcome is not recorded into a record, in the order of their numbers,
 * which is that of the ends of their voting. Source: `DharmaProtection.State`.
 */
export function getProtectionState(record: ProtectionRecord, now: number): ProtectionState {
  const fold = startFold(record, now)
  for (const proposal of record.proposals) {
    if (proposal.storedOutcome === null) foldProposal(fold, proposal)
  }
  const { recordedFlag, flagLiftedAt, lastFreeze } = fold
  const flag = flagLiftedAt === null ? recordedFlag : null
  const isFrozen = lastFreeze?.endedAt === null && isFreezeStanding(fold, lastFreeze.number, null)
  return {
    ...fold,
    flag,
    flagNamedUntil: flag === null ? 0 : getNamedUntil(fold, flag.number),
    bars: listBars(fold),
    freeze: isFrozen ? lastFreeze : null,
    appeals: record.appeals.map((appeal) => toAppeal(fold, appeal)),
  }
}

function startFold(record: ProtectionRecord, now: number): Fold {
  const lastFreeze = record.freezes.at(-1) ?? null
  return {
    now,
    record,
    recordedFlag: record.flags.findLast(({ liftedAt }) => liftedAt === null) ?? null,
    flagLiftedAt: null,
    lastFreeze,
    freezeEnd: lastFreeze === null ? null : getRecordedEnd(lastFreeze, record),
    freezeOverruledAt: lastFreeze?.overruledAt ?? null,
    overruledAt: Math.max(0, ...record.freezes.map(({ lastOverruledAt }) => lastOverruledAt ?? 0)),
    decisions: new Map(),
  }
}

const getPeriodEnd = ({ renewedAt }: RecordedFreeze): number => renewedAt + FREEZE_SECONDS

/** An approved recovery holds the freeze, executed or not. */
function getRecordedEnd(freeze: RecordedFreeze, { proposals }: ProtectionRecord): number {
  const periodEnd = getPeriodEnd(freeze)
  if (freeze.endedAt !== null) return freeze.endedAt
  if (freeze.overruledAt !== null) return Math.max(freeze.overruledAt, periodEnd)
  const holding = proposals.filter(
    ({ action, freezeNumber, storedOutcome, ballot }) =>
      action === 'recover' &&
      freezeNumber === freeze.number &&
      storedOutcome === 'approved' &&
      ballot.votingEndsAt < periodEnd,
  )
  return Math.max(periodEnd, ...holding.map(({ ballot }) => ballot.executableUntil))
}

function foldProposal(fold: Fold, proposal: RuledProposal): void {
  const { ballot } = proposal
  const isOver = ballot.votingEndsAt <= fold.now
  const isVoid = findVoid(proposal, fold, isOver ? ballot.votingEndsAt : null) !== null
  if (!isOver && !isVoid) return
  const outcome = isVoid ? 'expired' : getVotingResult(ballot)
  fold.decisions.set(ballot.id, { outcome, isVoid })
  if (outcome === 'approved' && fold.lastFreeze !== null) {
    foldApproval(fold, getPeriodEnd(fold.lastFreeze), proposal)
  }
  if (proposal.isAppeal && proposal.flagNumber !== null && !isVoid) {
    const at = ballot.votingEndsAt
    const isSilent = outcome === 'expired' && isSilenceLifting(fold, at)
    fold.flagLiftedAt = outcome === 'approved' || isSilent ? at : null
  }
}

/** An unfreeze overrules the freeze that it names, and a recovery holds it. */
function foldApproval(fold: Fold, periodEnd: number, proposal: RuledProposal): void {
  const { action, freezeNumber, ballot } = proposal
  const at = ballot.votingEndsAt
  if (action === 'unfreeze' && isFreezeStanding(fold, freezeNumber, at)) {
    fold.overruledAt = at
    fold.freezeOverruledAt ??= at
    fold.freezeEnd = Math.max(at, periodEnd)
  }
  if (action === 'recover' && at < periodEnd) fold.freezeEnd = ballot.executableUntil
}

/** At equal times ends of voting come before the end of a freeze, and that before now. */
function isFreezeStanding(
  { lastFreeze, freezeEnd, now }: Readonly<Fold>,
  number: number | null,
  endOfVoting: number | null,
): boolean {
  if (freezeEnd === null || number !== lastFreeze?.number) return false
  return endOfVoting === null ? now < freezeEnd : endOfVoting <= freezeEnd
}

/** An undecided appeal lifts its flag unless one lifted a flag on that ground there in the 30 days before. */
function isSilenceLifting({ record, recordedFlag: flag }: Fold, at: number): boolean {
  const undecided = record.appeals.filter(({ stored }) => stored?.outcome === 'undecided')
  const lifts = record.flags.filter(
    ({ number, reasonCode, liftedAt }) =>
      flag !== null &&
      getGround(reasonCode) === getGround(flag.reasonCode) &&
      undecided.some(
        ({ flagNumber, stored }) => flagNumber === number && stored?.closedAt === liftedAt,
      ),
  )
  return lifts.every(({ liftedAt }) => at >= (liftedAt ?? 0) + MEMORY_SECONDS)
}

function getNamedUntil({ record, decisions }: Fold, flagNumber: number): number {
  const ends = record.proposals
    .filter((proposal) => proposal.flagNumber === flagNumber)
    .map(({ ballot, storedOutcome }) => {
      const outcome = storedOutcome ?? decisions.get(ballot.id)?.outcome
      return outcome === 'approved' ? ballot.executableUntil : ballot.votingEndsAt
    })
  return Math.max(0, ...ends)
}

/** Returns the bar after a decision lifted a flag: nobody flags with its code. */
export const toBarOfLift = ({ reasonCode }: RecordedFlag, liftedAt: number): Bar => ({
  reasonCode,
  flagger: null,
  until: liftedAt + BAR_SECONDS,
})

const listBars = ({ record, recordedFlag, flagLiftedAt }: Fold): readonly Bar[] =>
  recordedFlag === null || flagLiftedAt === null
    ? record.bars
    : [...record.bars, toBarOfLift(recordedFlag, flagLiftedAt)]

const APPEAL_OUTCOMES = { approved: 'upheld', rejected: 'denied', expired: 'undecided' } as const

function toAppeal(fold: Fold, appeal: RecordedAppeal): AppealState {
  if (appeal.stored !== null) return { ...appeal, ...appeal.stored }
  const decision = fold.decisions.get(appeal.id)
  if (decision === undefined) return { ...appeal, outcome: 'open', closedAt: null }
  if (!decision.isVoid) {
    return { ...appeal, outcome: APPEAL_OUTCOMES[decision.outcome], closedAt: appeal.deadline }
  }
  const isOfFreeze = appeal.freezeNumber !== null && appeal.freezeNumber === fold.lastFreeze?.number
  return { ...appeal, outcome: 'void', closedAt: isOfFreeze ? fold.freezeEnd : fold.now }
}

const FINAL: ReadonlySet<ProposalStatus> = new Set(['executed', 'rejected', 'expired'])

const isFinal = (status: ProposalStatus): boolean => FINAL.has(status)

/**
 * Returns the status of a proposal, also where no event has reported it yet. `state` is that of the
 * target. Source: `DharmaProtection.getProposalStatus`.
 */
export function getProposalStatus(proposal: RuledProposal, state: ProtectionState): ProposalStatus {
  const { storedStatus, ballot } = proposal
  if (isFinal(storedStatus)) return storedStatus
  const status = state.decisions.get(ballot.id)?.outcome ?? storedStatus
  if (status !== 'approved') return status
  const isLate = state.now >= ballot.executableUntil
  const isUndone = !isCarriedOut(proposal) && findVoid(proposal, state, null) !== null
  return isLate || isUndone ? 'expired' : 'approved'
}

/** Whether the approval of a proposal does by itself all that it proposes: that of an appeal lifts the flag. */
export const isCarriedOut = ({
  isAppeal,
  freezeNumber,
}: Pick<RuledProposal, 'isAppeal' | 'freezeNumber'>): boolean => isAppeal && freezeNumber === null

/** Returns how the voting on a proposal ended. Source: `DharmaProtection.getVotingOutcome`. */
export const getVotingOutcome = (
  { storedOutcome, ballot }: RuledProposal,
  { decisions }: ProtectionState,
): VotingOutcome => storedOutcome ?? decisions.get(ballot.id)?.outcome ?? 'open'

/** Returns since when and why a proposal can no longer take effect; null where that is not why it ended. */
export function getVoid(proposal: RuledProposal, state: ProtectionState): Void | null {
  if (getProposalStatus(proposal, state) !== 'expired') return null
  const isApproved = getVotingOutcome(proposal, state) === 'approved'
  const cause = findVoid(proposal, state, null)
  if (cause === null || (isApproved && isCarriedOut(proposal))) return null
  const { votingEndsAt, executableUntil } = proposal.ballot
  const end = isApproved ? executableUntil : votingEndsAt
  return cause.at < end || (cause.isVote && cause.at === end) ? cause : null
}

/** Why nothing is left that a proposal could do. */
export interface Void {
  /** Unix seconds. */
  at: number
  /** As a sentence. */
  reason: string
}

interface Cause extends Void {
  /** It is the end of another voting: at equal times that alone comes first. */
  isVote: boolean
}

/**
 * Finds since when and why nothing is left that a proposal could do, when its voting ended or, with null, now: nothing stands
 * any more of what it names, or a vote overruled it. null while something is left. Source: `DharmaProtection.State.isVoid`.
 */
function findVoid(
  proposal: RuledProposal,
  fold: Readonly<Fold>,
  endOfVoting: number | null,
): Cause | null {
  switch (proposal.action) {
    case 'freeze':
      return findOverruling(proposal, fold)
    case 'unfreeze':
      return findUnfreezeVoid(proposal, fold, endOfVoting)
    case 'recover':
      return findRecoveryVoid(proposal, fold, endOfVoting)
  }
}

function findOverruling(
  { target, ballot: { createdAt } }: RuledProposal,
  { record, overruledAt }: Readonly<Fold>,
): Cause | null {
  if (createdAt >= overruledAt) return null
  const recorded = record.freezes.flatMap((freeze) => [freeze.overruledAt, freeze.lastOverruledAt])
  const times = [...recorded, overruledAt].filter((time) => time !== null)
  const at = Math.min(...times.filter((time) => time > createdAt))
  const reason = `On ${formatTime(at * 1000)} a vote decided to end a freeze of ${target}. It stopped every older proposal to freeze it.`
  return { at, reason, isVote: true }
}

function findUnfreezeVoid(
  { flagNumber, freezeNumber }: RuledProposal,
  fold: Readonly<Fold>,
  endOfVoting: number | null,
): Cause | null {
  const lift = flagNumber === null ? [] : [findFlagLift(fold, flagNumber)]
  const end = freezeNumber === null ? [] : [findFreezeEnd(fold, freezeNumber, endOfVoting)]
  const causes = [...lift, ...end].filter((cause) => cause !== null)
  if (causes.length < lift.length + end.length) return null
  const at = Math.max(0, ...causes.map((cause) => cause.at))
  const reason = `${causes.map((cause) => cause.reason).join(' ')} Nothing that it names stands any more.`
  return { at, reason, isVote: false }
}

function findFlagLift(
  { record, recordedFlag, flagLiftedAt }: Readonly<Fold>,
  number: number,
): Cause | null {
  const recorded = record.flags.find((flag) => flag.number === number)?.liftedAt ?? 0
  const at = number === recordedFlag?.number ? flagLiftedAt : recorded
  if (at === null) return null
  return { at, reason: `Flag ${number} was lifted on ${formatTime(at * 1000)}.`, isVote: false }
}

function findFreezeEnd(
  fold: Readonly<Fold>,
  number: number | null,
  endOfVoting: number | null,
): Cause | null {
  if (isFreezeStanding(fold, number, endOfVoting)) return null
  const recorded = fold.record.freezes.find((freeze) => freeze.number === number)?.endedAt
  const at = (number === fold.lastFreeze?.number ? fold.freezeEnd : recorded) ?? 0
  return { at, reason: `Freeze ${number} ended on ${formatTime(at * 1000)}.`, isVote: false }
}

function findRecoveryVoid(
  { freezeNumber }: RuledProposal,
  fold: Readonly<Fold>,
  endOfVoting: number | null,
): Cause | null {
  const { record, lastFreeze, freezeOverruledAt } = fold
  const recorded = record.freezes.find(({ number }) => number === freezeNumber)
  const isLast = lastFreeze?.number === freezeNumber
  const overruledAt = isLast ? freezeOverruledAt : (recorded?.overruledAt ?? null)
  const recovery = record.proposals.find(
    (other) =>
      other.freezeNumber === freezeNumber &&
      other.action === 'recover' &&
      other.executedAt !== null,
  )
  const recoveredAt = recovery?.executedAt ?? null
  const causes: (Cause | false)[] = [
    overruledAt !== null && {
      at: overruledAt,
      reason: `On ${formatTime(overruledAt * 1000)} a vote decided to end freeze ${freezeNumber}, under which this recovery was proposed.`,
      isVote: true,
    },
    recoveredAt !== null && {
      at: recoveredAt,
      reason: `The vault was recovered on ${formatTime(recoveredAt * 1000)} by proposal ${recovery?.ballot.id}.`,
      isVote: false,
    },
    findFreezeEnd(fold, freezeNumber, endOfVoting) ?? false,
  ]
  return causes.filter((cause) => cause !== false).toSorted((a, b) => a.at - b.at)[0] ?? null
}

/** Why something is refused: for programs, and as a sentence. */
export interface Obstacle<Code extends string> {
  code: Code
  message: string
}

/** Returns why an approved proposal cannot be executed yet; null when it can. */
export function getExecutionObstacle(
  { action, target }: Pick<RuledProposal, 'action' | 'target'>,
  state: ProtectionState,
): Obstacle<'too-early' | 'appeal-open'> | null {
  const { lastFreeze, now } = state
  if (action !== 'recover' || lastFreeze === null) return null
  if (now < lastFreeze.since + RECOVERY_DELAY_SECONDS)
    return { code: 'too-early', message: `${target} must be frozen for 72 hours first` }
  if (now >= getFirstAppealEnd(state, lastFreeze)) return null
  return { code: 'appeal-open', message: `The appeal against the freeze of ${target} is open` }
}

/** Returns the Unix seconds from which a recovery can be executed; null without a freeze. */
export function getRecoverableFrom(state: ProtectionState): number | null {
  const { lastFreeze } = state
  if (lastFreeze === null) return null
  const earliest = lastFreeze.since + RECOVERY_DELAY_SECONDS
  return Math.max(earliest, getFirstAppealEnd(state, lastFreeze))
}

/** The end of the first appeal against a freeze, which alone blocks a recovery; 0 without. */
const getFirstAppealEnd = ({ appeals }: ProtectionState, { number }: RecordedFreeze): number =>
  appeals.find(({ freezeNumber }) => freezeNumber === number)?.deadline ?? 0

/** Returns until when a flag by this flagger with this code is refused; null when it is not. */
export function getBarredUntil(
  { bars, now }: ProtectionState,
  { flagger, reasonCode }: { flagger: Address | null; reasonCode: string },
): number | null {
  const ends = bars
    .filter((bar) => bar.flagger === null || bar.flagger === flagger)
    .filter((bar) => bar.reasonCode === null || getGround(bar.reasonCode) === getGround(reasonCode))
    .map(({ until }) => until)
    .filter((until) => now < until)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** Returns the Unix seconds from which a lift of the standing flag does not bar its flagger. */
export const getFlagLiftableFrom = ({
  flag,
  flagNamedUntil,
}: Pick<ProtectionState, 'flagNamedUntil'> & {
  flag: Pick<RecordedFlag, 'flaggedAt'> | null
}): number => Math.max((flag?.flaggedAt ?? 0) + HASTY_LIFT_SECONDS, flagNamedUntil)
