import type { Facts } from '../facts.ts'
import { describeCount } from '../inputs/describe-numbers.ts'
import { saturate, scaleBy } from '../integers.ts'
import { type FactorReason, type FactorResult, NEUTRAL, type Signal } from './factor-rules.ts'

/**
 * Minimum number of poisoned receivers: matching six hex digits of two addresses are a coincidence
 * in one pair of 16.7 million. Fewer receivers cost nothing, and neither does dust alone.
 */
const MIN_POISONED_RECEIVERS = 3
/**
 * Maximum points that poisoning takes from the raw factor, and the number of receivers that takes
 * half of them.
 */
const POISONING_POINTS = 3_000
const HALF_RECEIVERS = 3
/** For the data share, one poisoned receiver counts as much as this many transfers. */
const TRANSFERS_PER_RECEIVER = 8

export const POISONING_SIGNAL: Signal = {
  code: 'poisoning',
  rule: `Accounts dusted that had paid another account of much the same address, from ${MIN_POISONED_RECEIVERS} on; half of the points come with ${HALF_RECEIVERS}`,
  worst: -POISONING_POINTS,
  best: 0,
}

/**
 * Subtracts the cost of the wallet's own address poisoning from its contact factor; poisoning alone
 * leaves at least 0.2. A wallet that poisons gets no points for the absence of contact.
 */
export function applyPoisoning(facts: Facts, contact: FactorResult): FactorResult {
  const receivers = facts.poisoning?.lookAlikes ?? 0
  if (receivers < MIN_POISONED_RECEIVERS) return contact
  const isBad = contact.raw < NEUTRAL
  const shown = contact.reasons.filter(({ isAlwaysShown = false }) => isAlwaysShown)
  const { raw, dataShare, reasons } = isBad
    ? contact
    : { raw: NEUTRAL, dataShare: 0, reasons: shown }
  const points = Math.min(raw, scaleBy(saturate(receivers, HALF_RECEIVERS), POISONING_POINTS))
  return {
    raw: raw - points,
    dataShare: Math.max(dataShare, computePoisoningDataShare(facts, receivers)),
    reasons: [...reasons, buildReason(receivers, points)],
    improve: [],
    flags: [...contact.flags, 'Sends dust from an address that looks like another'],
  }
}

function computePoisoningDataShare({ activity, completeness }: Facts, receivers: number): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return scaleBy(completeness, saturate(transfers + receivers * TRANSFERS_PER_RECEIVER, 3))
}

function buildReason(receivers: number, points: number): FactorReason {
  const accounts = describeCount(receivers, 'account')
  return {
    code: 'poisoning',
    headline: () => 'Sends dust from a look-alike address',
    text: () =>
      `It sent dust to ${accounts} that had paid another account of much the same address`,
    points: -points,
    evidence: { kind: 'dust_sent' },
  }
}
