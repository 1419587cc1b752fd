import type { Protection } from '@app/api/schemas/protection.ts'
import { describeReasonCode } from '../../lib/format/describe-reason-code.ts'
import { formatDateTime, formatPercent } from '../../lib/format/format.ts'
import { formatDuration } from '../../lib/format/format-time.ts'
import { FREEZE_EFFECT } from '../../lib/format/freeze-effect.ts'
import type { Tone } from '../../lib/tone.ts'

export type StandingAccusation = NonNullable<Protection['accusation']>

/** One line about the status of a wallet. */
export interface ProtectionLine {
  tone: Extract<Tone, 'bad' | 'info' | 'neutral'>
  text: string
  /** What it does and cannot do, which its text alone may promise. */
  effect?: string
  /** Who says so, and on what; one sentence each. */
  details?: readonly string[]
  /** The accusation that it is, or that led to it. */
  accusation?: StandingAccusation
  /** It is a flag on the chain, not only a warning. */
  isFlag?: boolean
  /** What is counted down to, and its time (Unix milliseconds of block time). */
  countdown?: { text: string; atMs: number }
  /** The proposal by which it came about. */
  proposalId?: number
}

/** Flag of a score: a listed account took money of the wallet without its will. */
const ROBBED_FLAG = 'Robbed by an account on the scam list'

/**
 * Describes what stands against a wallet at `nowMs` (Unix milliseconds of block time): accusation, flag, freeze and
 * lists, then its recovery and open appeals. A freeze that protects the wallet is no accusation, and neither is its
 * recovery. `scoreFlags` are those of its score, which say whether it is a victim.
 */
export function describeProtection(
  protection: Protection,
  nowMs: number,
  scoreFlags: readonly string[] = [],
): ProtectionLine[] {
  const { freeze, labels, recovery, appeals } = protection
  const isFrozen = freeze !== null && Date.parse(freeze.until) > nowMs
  return [
    ...describeAccusations(protection),
    ...(isFrozen ? [describeFreeze(freeze, isAccused(protection, nowMs))] : []),
    ...labels.map(describeLabel),
    ...(isRobbed(scoreFlags) ? [VICTIM_LINE] : []),
    ...describeRecovery(recovery, nowMs),
    ...appeals.flatMap((appeal) => describeAppeal(appeal, nowMs)),
  ]
}

/**
 * Sums up the same in a few words, such as 'Flagged · on 1 scam list · appeal open, 19 h left'; empty where nothing stands.
 */
export function summarizeProtection(
  { flag, accusation, freeze, labels, recovery, appeals }: Protection,
  nowMs: number,
  scoreFlags: readonly string[] = [],
): string {
  const isAhead = (time: string) => Date.parse(time) > nowMs
  const until = (time: string) => `${formatDuration(Date.parse(time) - nowMs)} left`
  const lists = [...Map.groupBy(labels, ({ kind }) => kind)]
  const parts = [
    ...(flag === null ? [] : ['flagged']),
    ...(flag === null && accusation !== null ? ['warned about by the agent'] : []),
    ...(freeze !== null && isAhead(freeze.until)
      ? [`${freeze.isProtection ? 'protected' : 'frozen'} by vote, ${until(freeze.until)}`]
      : []),
    ...lists.map(([kind, own]) => `on ${own.length} ${kind} list${own.length === 1 ? '' : 's'}`),
    ...(isRobbed(scoreFlags) ? ['robbed by a listed account'] : []),
    ...(recovery !== null && isRecoveryAhead(recovery)
      ? [`recovery ${recovery.status === 'approved' ? 'approved' : 'open for votes'}`]
      : []),
    ...appeals
      .filter(({ outcome, deadline }) => outcome === 'open' && isAhead(deadline))
      .map(({ deadline }) => `appeal open, ${until(deadline)}`),
  ]
  const text = parts.join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether the status of a wallet has anything to say at `nowMs`. */
export const hasStatus = (
  protection: Protection,
  nowMs: number,
  scoreFlags: readonly string[],
): boolean =>
  summarizeProtection(protection, nowMs, scoreFlags) !== '' || isDisputable(protection, nowMs)

/** Whether anything is held against the wallet at `nowMs`: a flag, a warning, a freeze that accuses, or a list. */
export function isAccused(
  { accusation, flag, freeze, labels }: Protection,
  nowMs: number,
): boolean {
  const isFrozen = freeze !== null && !freeze.isProtection && Date.parse(freeze.until) > nowMs
  return accusation !== null || flag !== null || isFrozen || labels.length > 0
}

export const canAppeal = ({ remedies }: Protection): boolean =>
  remedies.some(({ kind }) => kind === 'appeal_flag' || kind === 'appeal_freeze')

export const isRobbed = (scoreFlags: readonly string[]): boolean => scoreFlags.includes(ROBBED_FLAG)

/** Whether the owner has anything to dispute at `nowMs`, or disputes it already; a protection by vote too can be appealed. */
export function isDisputable(protection: Protection, nowMs: number): boolean {
  const hasOpenAppeal = protection.appeals.some(({ outcome }) => outcome === 'open')
  return isAccused(protection, nowMs) || protection.remedies.length > 0 || hasOpenAppeal
}

const VICTIM_LINE: ProtectionLine = {
  tone: 'info',
  text: 'A victim: money was stolen from this wallet',
  details: ['An account on the scam list took it. This is not held against the wallet.'],
}

/** The flag, with the accusation that led to it; the warning, where it did not. */
function describeAccusations({ flag, accusation }: Protection): ProtectionLine[] {
  const cause = accusation !== null && accusation.caseId === flag?.caseId ? accusation : null
  const warning = cause === null ? accusation : null
  return [
    ...(flag === null ? [] : [describeFlag(flag, cause)]),
    ...(warning === null ? [] : [describeWarning(warning)]),
  ]
}

/** `cause` is null where the agent here has made no accusation of that case. */
function describeFlag(
  { since, reasonCode, flagger }: NonNullable<Protection['flag']>,
  cause: StandingAccusation | null,
): ProtectionLine {
  const author = cause === null ? 'a flagger' : describeAuthor(cause)
  return {
    tone: 'bad',
    text: `Flagged since ${formatDateTime(since)}, ${describeReasonCode(reasonCode, cause?.statement.reasons)}`,
    details: [`Who says so: ${author}, with the account ${flagger}.`],
    isFlag: true,
    ...(cause !== null && { accusation: cause }),
  }
}

function describeWarning(accusation: StandingAccusation): ProtectionLine {
  const since = formatDateTime(accusation.since)
  const { reasonCode, statement } = accusation
  return {
    tone: 'bad',
    text: `Warned about since ${since}, ${describeReasonCode(reasonCode, statement.reasons)}`,
    details: [`Who says so: ${describeAuthor(accusation)}.`],
    accusation,
  }
}

const describeAuthor = ({ statement }: StandingAccusation): string =>
  statement.isAutomated ? 'the agent' : 'people'

/** `isHeld`: something is held against the wallet now, also where the freeze protects it. */
function describeFreeze(
  freeze: NonNullable<Protection['freeze']>,
  isHeld: boolean,
): ProtectionLine {
  const { isProtection, until, since, proposalId, overruledAt } = freeze
  const author = `the community, by its vote on proposal #${proposalId}`
  const ground = isHeld
    ? 'Nothing was held against it when this was proposed'
    : 'Nothing is held against this wallet'
  return {
    tone: isProtection ? 'info' : 'bad',
    text: `${isProtection ? 'Protected' : 'Frozen'} by vote until ${formatDateTime(until)}`,
    effect: FREEZE_EFFECT,
    details: [
      isProtection
        ? `${ground}: ${author}, protects its guarded vault.`
        : `Who says so: ${author}. Frozen since ${formatDateTime(since)}.`,
      ...(overruledAt === null ? [] : [describeOverruling(overruledAt)]),
    ],
    countdown: { text: 'ends', atMs: Date.parse(until) },
    proposalId,
  }
}

const describeOverruling = (overruledAt: string): string =>
  `A vote decided on ${formatDateTime(overruledAt)} to end this freeze: it is neither renewed nor recovered under, and ends when the DAO executes that, or by time.`

function describeLabel(label: Protection['labels'][number]): ProtectionLine {
  const { source, kind, reason, since, confidence, contact } = label
  return {
    tone: 'bad',
    text: `On the ${kind} list “${source}” since ${formatDateTime(since)}`,
    details: [
      `Who says so: the keeper of the list, with a confidence of ${formatPercent(confidence)}.`,
      ...(reason === null ? [] : [`On what: ${reason}`]),
      contact === null
        ? 'The keeper of the list gives no address to write to.'
        : `To dispute the entry, write to its keeper: ${contact}`,
    ],
  }
}

function describeRecovery(recovery: Protection['recovery'], nowMs: number): ProtectionLine[] {
  if (recovery === null || !isRecoveryAhead(recovery)) return []
  const { status, proposalId, executableFrom } = recovery
  const build = (text: string): ProtectionLine => ({ tone: 'info', text, proposalId })
  if (status !== 'approved') return [build('A recovery of its guarded vault is open for votes')]
  const atMs = executableFrom === null ? 0 : Date.parse(executableFrom)
  if (atMs <= nowMs) return [build('A recovery of its guarded vault is approved')]
  const waiting = build('A recovery of its guarded vault is approved and waits')
  return [{ ...waiting, countdown: { text: 'can be executed', atMs } }]
}

const isRecoveryAhead = ({ status }: NonNullable<Protection['recovery']>): boolean =>
  ['pending', 'active', 'approved'].includes(status)

function describeAppeal(appeal: Protection['appeals'][number], nowMs: number): ProtectionLine[] {
  const atMs = Date.parse(appeal.deadline)
  if (appeal.outcome !== 'open' || atMs <= nowMs) return []
  const text = `An appeal against the ${appeal.against} is open`
  return [{ tone: 'neutral', text, countdown: { text: 'ends', atMs }, proposalId: appeal.id }]
}
