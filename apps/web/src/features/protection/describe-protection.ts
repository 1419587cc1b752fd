import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/tone.ts'
import type { Accusation } from './describe-accusation.ts'

/** One line about the status of a wallet. */
export interface ProtectionLine {
  tone: Extract<Tone, 'bad' | 'poor' | 'info' | 'neutral'>
  text: string
  /** The accusation that it is, or that led to it. */
  accusation?: Accusation
  /** What is counted down to, and its time (Unix milliseconds of block time). */
  countdown?: { text: string; atMs: number }
  /** The proposal by which it came about. */
  proposalId?: number
}

/**
 * Describes accusation, flag, freeze, recovery and open appeals of a wallet at `nowMs` (Unix milliseconds of block time). A freeze
 * that protects the wallet is no accusation, and neither is its recovery.
 */
export function describeProtection(protection: Protection, nowMs: number): ProtectionLine[] {
  const { freeze } = protection
  const isFrozen = freeze !== null && Date.parse(freeze.until) > nowMs
  return [
    ...describeFlag(protection),
    ...(isFrozen ? [describeFreeze(freeze)] : []),
    ...describeRecovery(protection.recovery, nowMs),
    ...protection.appeals.flatMap((appeal) => describeAppeal(appeal, nowMs)),
  ]
}

/** The flag with the accusation that led to it; without a flag, the warning. */
function describeFlag({ flag, accusation }: Protection): ProtectionLine[] {
  const described = accusation === null ? {} : { accusation }
  if (flag !== null) {
    const since = formatDateTime(flag.since)
    const text = `Flagged since ${since}, reason code: ${flag.reasonCode}`
    return [{ tone: 'bad', text, ...described }]
  }
  if (accusation === null) return []
  const since = formatDateTime(accusation.since)
  const text = `Warned about since ${since}, reason code: ${accusation.reasonCode}`
  return [{ tone: 'poor', text, ...described }]
}

function describeFreeze(freeze: NonNullable<Protection['freeze']>): ProtectionLine {
  const { isProtection, until, proposalId } = freeze
  return {
    tone: isProtection ? 'info' : 'bad',
    text: `${isProtection ? 'Protected' : 'Frozen'} by vote until ${formatDateTime(until)}`,
    countdown: { text: 'ends', atMs: Date.parse(until) },
    proposalId,
  }
}

function describeRecovery(recovery: Protection['recovery'], nowMs: number): ProtectionLine[] {
  if (recovery === null) return []
  const { status, proposalId, executableFrom } = recovery
  const build = (text: string): ProtectionLine => ({ tone: 'info', text, proposalId })
  if (status === 'pending' || status === 'active') {
    return [build('A recovery of its guarded vault is open for votes')]
  }
  if (status !== 'approved') return []
  const atMs = executableFrom === null ? 0 : Date.parse(executableFrom)
  if (atMs <= nowMs) return [build('A recovery of its guarded vault is approved')]
  const waiting = build('A recovery of its guarded vault is approved and waits')
  return [{ ...waiting, countdown: { text: 'can be executed', atMs } }]
}

function describeAppeal(appeal: Protection['appeals'][number], nowMs: number): ProtectionLine[] {
  const atMs = Date.parse(appeal.deadline)
  if (appeal.outcome !== 'open' || atMs <= nowMs) return []
  const text = `An appeal against the ${appeal.against} is open`
  const proposalId = appeal.proposalIds.at(-1)
  return [
    {
      tone: 'neutral',
      text,
      countdown: { text: 'ends', atMs },
      ...(proposalId !== undefined && { proposalId }),
    },
  ]
}
