import type { Address } from '@app/values/address.ts'
import type { ProposalAction, ProposalStatus } from '@app/values/governance.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { getGround } from '@app/values/reason-code.ts'
import { formatMinute } from '@app/values/time.ts'
import {
  BAR_SECONDS,
  FREEZE_SECONDS,
  HASTY_LIFT_SECONDS,
  MEMORY_SECONDS,
  RECOVERY_DELAY_SECONDS,
} from './durations.ts'

/** The votes of a proposal and the times of its voting, in Unix seconds. */
interface Ballot {
  id: number
  createdAt: number
  votingEndsAt: number
  executableUntil: number
  votesFor: number
  votesAgainst: number
  /** Votes For that approve it at least, beside a majority: 3 for a recovery. */
  minVotesFor: number
}

export type VotingResult = 'approved' | 'rejected' | 'expired'

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

export type AppealOutcome = 'open' | 'upheld' | 'denied' | 'undecided' | 'void'

/** An appeal; its number is that of the proposal that decides it, at `deadline`. */
export interface RecordedAppeal {
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
export interface ProtectionRecord {
  flags: readonly RecordedFlag[]
  freezes: readonly RecordedFreeze[]
  bars: readonly Bar[]
  appeals: readonly RecordedAppeal[]
  /** Every proposal with the address as target. */
  proposals: readonly RuledProposal[]
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

/** What votes and time have made of a record by `now`, Unix seconds. */
export interface ProtectionState {
  now: number
  record: ProtectionRecord
  /** The flag that stands. */
  flag: RecordedFlag | null
  /** When an appeal that is not recorded as closed lifted the flag that is recorded as standing. */
  flagLiftedAt: number | null
  /** Until when a vote, an approved unfreeze that waits, or an appeal names that flag; 0 for none. */
  flagNamedUntil: number
  /** Also that of a lift by an appeal that is not recorded. */
  bars: readonly Bar[]
  /** The freeze that holds. */
  freeze: RecordedFreeze | null
  /** Also after its end. */
  lastFreeze: RecordedFreeze | null
  /** The end of the last freeze, past or to come. */
  freezeEnd: number | null
  /** When a vote decided to end the last freeze. */
  freezeOverruledAt: number | null
  appeals: readonly AppealState[]
  /** By proposal. */
  decisions: ReadonlyMap<number, Decision>
  /** Every proposal to freeze that is older is void; 0 for none. */
  overruledAt: number
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
  const { flag, flagLiftedAt, freeze, freezeEnd } = fold
  const standing = flagLiftedAt === null ? flag : null
  const isFrozen = freeze !== null && freeze.endedAt === null && now < freezeEnd
  return {
    now,
    record,
    flag: standing,
    flagLiftedAt,
    flagNamedUntil: standing === null ? 0 : getNamedUntil(fold, standing.number),
    bars: listBars(fold),
    freeze: isFrozen ? freeze : null,
    lastFreeze: freeze,
    freezeEnd: freeze === null ? null : freezeEnd,
    freezeOverruledAt: fold.freezeOverruledAt,
    appeals: record.appeals.map((appeal) => toAppeal(fold, appeal)),
    decisions: fold.decisions,
    overruledAt: fold.overruledAt,
  }
}

interface Fold {
  record: ProtectionRecord
  now: number
  /** As recorded. */
  flag: RecordedFlag | null
  flagLiftedAt: number | null
  freeze: RecordedFreeze | null
  freezeEnd: number
  freezeOverruledAt: number | null
  isRecovered: boolean
  overruledAt: number
  decisions: Map<number, Decision>
}

function startFold(record: ProtectionRecord, now: number): Fold {
  const freeze = record.freezes.at(-1) ?? null
  const under = record.proposals.filter(
    ({ action, freezeNumber }) => action === 'recover' && freezeNumber === freeze?.number,
  )
  const isRecovered = under.some(({ executedAt }) => executedAt !== null)
  const held = under
    .filter(({ storedOutcome }) => storedOutcome === 'approved')
    .map(({ ballot }) => ballot)
  return {
    record,
    now,
    flag: record.flags.findLast(({ liftedAt }) => liftedAt === null) ?? null,
    flagLiftedAt: null,
    freeze,
    freezeEnd: freeze === null ? 0 : getRecordedEnd(freeze, held),
    freezeOverruledAt: freeze?.overruledAt ?? null,
    isRecovered,
    overruledAt: Math.max(0, ...record.freezes.map(({ lastOverruledAt }) => lastOverruledAt ?? 0)),
    decisions: new Map(),
  }
}

const getPeriodEnd = ({ renewedAt }: RecordedFreeze): number => renewedAt + FREEZE_SECONDS

/** `held` are the approved recoveries, executed or not. */
function getRecordedEnd(freeze: RecordedFreeze, held: readonly Ballot[]): number {
  const periodEnd = getPeriodEnd(freeze)
  if (freeze.endedAt !== null) return freeze.endedAt
  if (freeze.overruledAt !== null) return Math.max(freeze.overruledAt, periodEnd)
  const holding = held.filter(({ votingEndsAt }) => votingEndsAt < periodEnd)
  return Math.max(periodEnd, ...holding.map(({ executableUntil }) => executableUntil))
}

function foldProposal(fold: Fold, proposal: RuledProposal): void {
  const { ballot } = proposal
  const isOver = ballot.votingEndsAt <= fold.now
  const isVoid = isVoidAt(fold, proposal, isOver ? ballot.votingEndsAt : null)
  if (!isOver && !isVoid) return
  const outcome = isVoid ? 'expired' : countVotes(ballot)
  fold.decisions.set(ballot.id, { outcome, isVoid })
  if (outcome === 'approved' && fold.freeze !== null) foldApproval(fold, fold.freeze, proposal)
  if (proposal.isAppeal && proposal.flagNumber !== null && !isVoid) {
    const at = ballot.votingEndsAt
    const isSilent = outcome === 'expired' && isSilenceLifting(fold, at)
    fold.flagLiftedAt = outcome === 'approved' || isSilent ? at : null
  }
}

/** An unfreeze overrules the freeze that it names, and a recovery holds it. */
function foldApproval(fold: Fold, freeze: RecordedFreeze, proposal: RuledProposal): void {
  const { action, freezeNumber, ballot } = proposal
  const at = ballot.votingEndsAt
  const periodEnd = getPeriodEnd(freeze)
  if (action === 'unfreeze' && isFreezeStanding(fold, freezeNumber, at)) {
    fold.overruledAt = at
    fold.freezeOverruledAt ??= at
    fold.freezeEnd = Math.max(at, periodEnd)
  }
  if (action === 'recover' && at < periodEnd) fold.freezeEnd = ballot.executableUntil
}

/** Returns approved, rejected or expired by the votes alone, as if the voting ended now. Source: `DharmaProposals.Proposal.getResult`. */
export function countVotes({
  votesFor,
  votesAgainst,
  minVotesFor,
}: Pick<Ballot, 'votesFor' | 'votesAgainst' | 'minVotesFor'>): VotingResult {
  if (votesFor + votesAgainst < VOTES_REQUIRED) return 'expired'
  return votesFor > votesAgainst && votesFor >= minVotesFor ? 'approved' : 'rejected'
}

/**
 * Returns whether nothing stands any more of what a proposal names, or a decision overrules it;
 * `endOfVoting` is null for now.
 */
function isVoidAt(fold: Fold, proposal: RuledProposal, endOfVoting: number | null): boolean {
  const { action, flagNumber, freezeNumber, ballot } = proposal
  const isStanding = isFreezeStanding(fold, freezeNumber, endOfVoting)
  switch (action) {
    case 'freeze':
      return ballot.createdAt < fold.overruledAt
    case 'unfreeze': {
      const isFlagStanding = flagNumber === fold.flag?.number && fold.flagLiftedAt === null
      return !(flagNumber !== null && isFlagStanding) && !isStanding
    }
    case 'recover':
      return fold.freezeOverruledAt !== null || fold.isRecovered || !isStanding
  }
}

/** At equal times ends of voting come before the end of a freeze, and that before now. */
function isFreezeStanding(
  { freeze, freezeEnd, now }: Pick<Fold, 'freeze' | 'freezeEnd' | 'now'>,
  number: number | null,
  endOfVoting: number | null,
): boolean {
  if (freeze === null || number !== freeze.number) return false
  return endOfVoting === null ? now < freezeEnd : endOfVoting <= freezeEnd
}

/** An undecided appeal lifts its flag unless one lifted a flag on that ground there in the 30 days before. */
function isSilenceLifting({ record, flag }: Fold, at: number): boolean {
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

/** An appeal keeps everybody from flagging with the code of the flag that it lifted. */
function listBars({ record, flag, flagLiftedAt }: Fold): readonly Bar[] {
  if (flag === null || flagLiftedAt === null) return record.bars
  const { reasonCode } = flag
  return [...record.bars, { reasonCode, flagger: null, until: flagLiftedAt + BAR_SECONDS }]
}

const APPEAL_OUTCOMES = { approved: 'upheld', rejected: 'denied', expired: 'undecided' } as const

function toAppeal(fold: Fold, appeal: RecordedAppeal): AppealState {
  if (appeal.stored !== null) return { ...appeal, ...appeal.stored }
  const decision = fold.decisions.get(appeal.id)
  if (decision === undefined) return { ...appeal, outcome: 'open', closedAt: null }
  if (!decision.isVoid) {
    return { ...appeal, outcome: APPEAL_OUTCOMES[decision.outcome], closedAt: appeal.deadline }
  }
  const isOfFreeze = appeal.freezeNumber !== null && appeal.freezeNumber === fold.freeze?.number
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
  const isUndone = !isCarriedOut(proposal) && findVoid(proposal, state) !== null
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
  const cause = findVoid(proposal, state)
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

/** Finds since when and why nothing is left that a proposal could do; null while something is. */
function findVoid(proposal: RuledProposal, state: ProtectionState): Cause | null {
  switch (proposal.action) {
    case 'freeze':
      return findOverruling(proposal, state)
    case 'unfreeze': {
      const gone = [findFlagLift(proposal, state), findFreezeEnd(proposal, state)]
      if (gone.includes(null)) return null
      const causes = gone.filter((cause) => cause !== null && cause !== 'unnamed') as Cause[]
      const at = Math.max(...causes.map((cause) => cause.at))
      const reason = `${causes.map((cause) => cause.reason).join(' ')} Nothing that it names stands any more.`
      return { at, reason, isVote: false }
    }
    case 'recover':
      return findRecoveryVoid(proposal, state)
  }
}

function findOverruling(
  { target, ballot: { createdAt } }: RuledProposal,
  { record, overruledAt }: ProtectionState,
): Cause | null {
  const recorded = record.freezes.flatMap((freeze) => [freeze.overruledAt, freeze.lastOverruledAt])
  const times = [...recorded.filter((time) => time !== null), overruledAt]
  const after = times.filter((time) => time > createdAt)
  if (after.length === 0) return null
  const at = Math.min(...after)
  const reason = `On ${formatTime(at)} a vote decided to end a freeze of ${target}. It stopped every older proposal to freeze it.`
  return { at, reason, isVote: true }
}

function findFlagLift(
  { flagNumber }: RuledProposal,
  { record, flag, appeals }: ProtectionState,
): Cause | 'unnamed' | null {
  if (flagNumber === null) return 'unnamed'
  if (flag?.number === flagNumber) return null
  const recorded = record.flags.find(({ number }) => number === flagNumber)?.liftedAt
  const at = recorded ?? appeals.find((one) => one.flagNumber === flagNumber)?.closedAt ?? 0
  return { at, reason: `Flag ${flagNumber} was lifted on ${formatTime(at)}.`, isVote: false }
}

function findFreezeEnd(
  { freezeNumber }: RuledProposal,
  { record, freeze, lastFreeze, freezeEnd }: ProtectionState,
): Cause | 'unnamed' | null {
  if (freezeNumber === null) return 'unnamed'
  if (freeze?.number === freezeNumber) return null
  const recorded = record.freezes.find(({ number }) => number === freezeNumber)?.endedAt
  const at = recorded ?? (lastFreeze?.number === freezeNumber ? freezeEnd : 0) ?? 0
  return { at, reason: `Freeze ${freezeNumber} ended on ${formatTime(at)}.`, isVote: false }
}

function findRecoveryVoid(proposal: RuledProposal, state: ProtectionState): Cause | null {
  const { record, lastFreeze, freezeOverruledAt } = state
  const { freezeNumber } = proposal
  const isLast = lastFreeze?.number === freezeNumber
  const recorded = record.freezes.find(({ number }) => number === freezeNumber)
  const overruledAt = isLast ? freezeOverruledAt : (recorded?.overruledAt ?? null)
  const recovery = record.proposals.find(
    (other) =>
      other.freezeNumber === freezeNumber &&
      other.action === 'recover' &&
      other.executedAt !== null,
  )
  const end = findFreezeEnd(proposal, state)
  const causes: Cause[] = [
    ...(overruledAt === null
      ? []
      : [
          {
            at: overruledAt,
            reason: `On ${formatTime(overruledAt)} a vote decided to end freeze ${freezeNumber}, under which this recovery was proposed.`,
            isVote: true,
          },
        ]),
    ...(recovery?.executedAt == null
      ? []
      : [
          {
            at: recovery.executedAt,
            reason: `The vault was recovered on ${formatTime(recovery.executedAt)} by proposal ${recovery.ballot.id}.`,
            isVote: false,
          },
        ]),
    ...(end === null || end === 'unnamed' ? [] : [end]),
  ]
  const [first = null] = causes.sort((a, b) => a.at - b.at)
  return first
}

const formatTime = (seconds: number): string => formatMinute(BigInt(seconds))

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
