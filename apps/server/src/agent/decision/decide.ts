import { getGround, REASON_CODES, type ReasonCode } from '@app/values/reason-code.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import type { Config } from '../../config.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'

export interface Policy {
  isEnabled: boolean
  /** Scores below this are a danger: the agent warns, and flags where the evidence suffices. */
  flagBelow: number
  /** Scores below this are suspicious: the agent warns where the evidence suffices. */
  warnBelow: number
  /** An accusation ends this far above the threshold at which it was made. */
  clearingMargin: number
  /** For so long the score must stay there: a thief who holds the loot for minutes is not cleared. */
  clearAfterMs: number
  canFlag: boolean
  /** Confidence from which a freeze may be proposed, 0–1. */
  freezeConfidence: number
  /** Independent kinds of evidence that a proposal to freeze needs. */
  freezeKinds: number
  /** Time after a clearance before the same evidence may accuse again. */
  repeatAfterMs: number
}

interface ScoreObservation {
  score: number
  /** 0–1. */
  confidence: number
  /** The score that the agent considered before; `null` for the first. */
  scoreBefore: number | null
  /** A new version of the score alone has moved it into this danger (`decideExcuse`). */
  isExcused: boolean
}

export interface Evidence {
  /** Independent of each other where their grounds differ. */
  kinds: readonly ReasonCode[]
  /** The account itself is on the scam list. */
  isListed: boolean
  /** Benjamini–Hochberg admits an accusation by behaviour alone. */
  isAdmitted: boolean
}

export interface OpenCase {
  caseId: string
  reasonCode: ReasonCode
  score: number
  /** The entry in the scam list that it rests on, of the account or of its contact, was removed. */
  isDelisted: boolean
  /** Since when the score is good enough again; `null` while it is not. */
  recoveredMs: number | null
  /** A flag of this case stands or is on its way. */
  isFlagged: boolean
  /** That flag was signed: it can be lifted, but not be cancelled any more. */
  isFlagSigned: boolean
  isFreezeProposed: boolean
}

export interface Situation {
  nowMs: number
  openCase: OpenCase | null
  /** When the last accusation was withdrawn; `null` when none was. */
  lastClearedMs: number | null
  /** The account acted after that. */
  hasActedSince: boolean
  hasOtherFlag: boolean
  /** Until when a flag of the agent with a code is refused, in Unix milliseconds. */
  bars: ReadonlyMap<ReasonCode, number>
  /**
   * From when the flag of the case can be lifted without barring the agent from flagging again, in
   * Unix milliseconds; `null` when none is known to stand.
   */
  flagLiftableMs: number | null
  /** A freeze stands that can be renewed. */
  isFrozen: boolean
  /**
   * Until when a proposal to freeze it is approved, or an open one excludes that of the agent, in Unix milliseconds;
   * `null` when none does.
   */
  freezeProposedUntilMs: number | null
}

/** What the agent does. `accuse` opens a case and warns; the others belong to that case. */
export type Decision =
  | { kind: 'accuse'; reasonCode: ReasonCode }
  | { kind: 'flag'; reasonCode: ReasonCode }
  | { kind: 'propose_freeze' }
  /** The score became good enough again, or fell again before the case ended. */
  | { kind: 'note_recovery'; hasRecovered: boolean }
  | { kind: 'clear' }
  /** An accusation would come too soon, or a flag be refused, or not be lifted, until then. */
  | { kind: 'wait'; untilMs: number }

/**
 * Decides what to do about an account whose score or evidence changed. Pure. An account is accused
 * when it gets into danger, not while it stays there: accusations grow with their evidence, end
 * above a margin, and are repeated after an end only by later acts, or after seven days. Nobody is accused, nor accused
 * of more, for what a new version of the score alone has changed.
 */
export function decide(
  { observation, evidence, situation }: DecisionInput,
  policy: Policy,
): Decision[] {
  if (!policy.isEnabled) return []
  const input = { observation, evidence, situation }
  if (situation.openCase !== null) return followCase(situation.openCase, input, policy)
  if (!isAccusable(input, policy)) return []
  const repeatMs = getRepeatMs(situation, policy)
  if (repeatMs > situation.nowMs) return [{ kind: 'wait', untilMs: repeatMs }]
  return [{ kind: 'accuse', reasonCode: selectReasonCode(evidence) }, ...escalate(input, policy)]
}

export interface DecisionInput {
  observation: ScoreObservation
  evidence: Evidence
  situation: Situation
}

const selectReasonCode = ({ kinds }: Pick<Evidence, 'kinds'>): ReasonCode =>
  REASON_CODES.find((code) => kinds.includes(code)) ?? 'behaviour'

const isSupported = ({ kinds, isAdmitted }: Evidence): boolean =>
  isAdmitted || kinds.some((kind) => kind !== 'behaviour')

/**
 * Returns whether a suspicious account may be warned about. Where few accounts were judged, Benjamini–
 * Hochberg admits common behaviour too, so it must also be rare among ordinary wallets.
 */
function isWarnable(evidence: Evidence): boolean {
  return isSupported({ ...evidence, isAdmitted: evidence.isAdmitted && isRare(evidence) })
}

const isRare = ({ kinds }: Evidence): boolean => kinds.includes('behaviour')

function isAccusable({ observation, evidence, situation }: DecisionInput, policy: Policy): boolean {
  const { score, scoreBefore, isExcused } = observation
  if (isExcused) return false
  const isWithin = (threshold: number) => score < threshold
  const hasEntered = (threshold: number) =>
    isWithin(threshold) && (scoreBefore === null || scoreBefore >= threshold)
  const threshold = isWithin(policy.flagBelow) ? policy.flagBelow : policy.warnBelow
  if (!isWithin(threshold)) return false
  if (threshold === policy.warnBelow && !isWarnable(evidence)) return false
  const hasActedAgain = situation.lastClearedMs !== null && situation.hasActedSince
  return hasActedAgain || hasEntered(threshold) || isSupported(evidence)
}

/** From when an account may be accused after its last accusation was withdrawn, in Unix milliseconds. */
function getRepeatMs({ lastClearedMs, hasActedSince }: Situation, policy: Policy): number {
  return lastClearedMs === null || hasActedSince ? 0 : lastClearedMs + policy.repeatAfterMs
}

function escalate({ observation, evidence, situation }: DecisionInput, policy: Policy): Decision[] {
  const { openCase } = situation
  if (observation.score >= policy.flagBelow || observation.isExcused) return []
  const steps: Decision[] = []
  if (openCase?.isFlagged !== true && policy.canFlag && isSupported(evidence)) {
    steps.push(flagOrWait(selectReasonCode(evidence), situation))
  }
  if (isFreezeDue({ observation, evidence, situation }, policy)) {
    const untilMs = situation.freezeProposedUntilMs
    steps.push(untilMs === null ? { kind: 'propose_freeze' } : { kind: 'wait', untilMs })
  }
  return keepFirstWait(steps)
}

/** Of several times to wait for, the first one counts. */
function keepFirstWait(steps: readonly Decision[]): Decision[] {
  const times = steps.flatMap((step) => (step.kind === 'wait' ? [step.untilMs] : []))
  const untilMs = Math.min(...times)
  return steps.filter((step) => step.kind !== 'wait' || step.untilMs === untilMs)
}

/** An account is considered again this soon while a flag of another stands, or its own one is sent, mirrored or lifted. */
export const FLAG_CHECK_MS = 3_600_000

/** A flag that the contracts would refuse is no action; it is decided again when that ends. */
function flagOrWait(reasonCode: ReasonCode, { hasOtherFlag, bars, nowMs }: Situation): Decision {
  if (hasOtherFlag) return { kind: 'wait', untilMs: nowMs + FLAG_CHECK_MS }
  const untilMs = bars.get(reasonCode)
  return untilMs === undefined ? { kind: 'flag', reasonCode } : { kind: 'wait', untilMs }
}

/**
 * The agent is patient: it would bar itself by a hasty lift, or by one while a vote names the flag. A flag that is on
 * its way can be lifted only when it stands, one that was not signed is cancelled.
 */
function clearOrWait({ isFlagSigned }: OpenCase, { flagLiftableMs, nowMs }: Situation): Decision {
  const untilMs = isFlagSigned ? (flagLiftableMs ?? nowMs + FLAG_CHECK_MS) : 0
  return nowMs < untilMs ? { kind: 'wait', untilMs } : { kind: 'clear' }
}

/** The evidence floor: at 1 % false positives, behaviour alone is right less than half of the time. */
function isFreezeDue({ observation, evidence, situation }: DecisionInput, policy: Policy): boolean {
  const isDone = situation.isFrozen || situation.openCase?.isFreezeProposed === true
  return (
    !isDone &&
    observation.confidence >= policy.freezeConfidence &&
    new Set(evidence.kinds.map(getGround)).size >= policy.freezeKinds
  )
}

function followCase(openCase: OpenCase, input: DecisionInput, policy: Policy): Decision[] {
  const { evidence, situation } = input
  if (hasLostGround(openCase, evidence)) return [clearOrWait(openCase, situation)]
  const { recoveredMs } = openCase
  // A new version alone does not end a recovery either.
  const isStillGood = input.observation.isExcused && recoveredMs !== null
  const hasRecovered = isStillGood || isGoodEnough(openCase, input, policy)
  if (!hasRecovered) {
    const fell: Decision[] =
      recoveredMs === null ? [] : [{ kind: 'note_recovery', hasRecovered: false }]
    return [...fell, ...escalate(input, policy)]
  }
  if (recoveredMs === null) return [{ kind: 'note_recovery', hasRecovered: true }]
  const isDue = situation.nowMs - recoveredMs >= policy.clearAfterMs
  return isDue ? [clearOrWait(openCase, situation)] : []
}

/** What the accusation rested on is gone: the entry in the list, the contact, or the reports. */
function hasLostGround({ reasonCode }: OpenCase, { kinds, isListed }: Evidence): boolean {
  if (reasonCode === 'contact' && isListed) return false
  return LOSABLE_CODES.has(reasonCode) && !kinds.includes(reasonCode)
}

const LOSABLE_CODES: ReadonlySet<ReasonCode> = new Set(['listed', 'contact', 'community'])

function isGoodEnough(
  openCase: OpenCase,
  { observation, evidence }: DecisionInput,
  policy: Policy,
): boolean {
  if (evidence.isListed) return false
  return observation.score >= getClearingScore(policy, openCase.score)
}

/**
 * Decides whether a new version of the score alone has moved an account into danger: by the rules of the version before it
 * would not be there. Returns the score to which it did; `null` when it is in no danger, or came there by itself. The excuse
 * lasts until the score is good enough, reaches the next danger, or falls a margin below the one that was excused. Pure.
 */
export function decideExcuse(
  before: { version: string; excusedScore: number | null },
  { score, version, earlier }: Pick<StoredScore, 'score' | 'version' | 'earlier'>,
  policy: Policy,
): number | null {
  const danger = findDanger(score, policy)
  if (danger === null) return null
  const isNewVersion = version !== before.version
  if (isNewVersion && earlier !== null && earlier.score >= danger) return score
  const { excusedScore } = before
  if (excusedScore === null || findDanger(excusedScore, policy) !== danger) return null
  return score < excusedScore - policy.clearingMargin ? null : excusedScore
}

/** Returns the threshold below which a score is a danger; `null` when it is none. */
function findDanger(score: number, { flagBelow, warnBelow }: Policy): number | null {
  if (score < flagBelow) return flagBelow
  return score < warnBelow ? warnBelow : null
}

/** Returns the score from which on an accusation that was made at `accusedScore` ends. */
export const getClearingScore = (policy: Policy, accusedScore: number): number =>
  policy.clearingMargin + (accusedScore < policy.flagBelow ? policy.flagBelow : policy.warnBelow)

export const buildPolicy = ({ agent }: Pick<Config, 'agent'>): Policy => ({
  isEnabled: agent.enabled,
  flagBelow: agent.lowScoreThreshold,
  warnBelow: Math.max(SUSPECTED_BELOW, agent.lowScoreThreshold),
  clearingMargin: 5,
  clearAfterMs: 3_600_000,
  canFlag: agent.autoFlag,
  freezeConfidence: 0.6,
  freezeKinds: 2,
  repeatAfterMs: 7 * 86_400_000,
})
