import type { Facts } from '../facts.ts'
import { counted } from '../inputs/say.ts'
import { amountOfData, scaledBy } from '../integers.ts'
import { type FactorReason, type FactorResult, NEUTRAL } from './factor-result.ts'

/**
 * From so many receivers on, looking like somebody whom they pay is no chance: six hex digits of two
 * addresses agree in one pair of 16.7 million. Fewer cost nothing, and neither does dusting alone.
 */
export const RECEIVERS_ACCUSED = 3
/** Most that poisoning takes from the raw factor, and the receivers with which it takes half of that. */
export const POISONING_POINTS = 3_000
export const HALF_RECEIVERS = 3
/** One receiver poisoned tells as much as this many transfers. */
const TRANSFERS_A_RECEIVER = 8

/**
 * Contact with listed accounts, and on top of it what the wallet's own poisoning costs: 0.2 is the least
 * that poisoning alone leaves. Who poisons earns nothing by the absence of contact.
 */
export function withPoisoning(facts: Facts, contact: FactorResult): FactorResult {
  const receivers = facts.poisoning?.lookAlikes ?? 0
  if (receivers < RECEIVERS_ACCUSED) return contact
  const isBad = contact.raw < NEUTRAL
  const { raw, known, reasons } = isBad ? contact : { raw: NEUTRAL, known: 0, reasons: [] }
  const points = Math.min(raw, scaledBy(amountOfData(receivers, HALF_RECEIVERS), POISONING_POINTS))
  return {
    raw: raw - points,
    known: Math.max(known, knownOf(facts, receivers)),
    reasons: [...reasons, reasonOf(receivers, points)],
    improve: [],
    flags: [...contact.flags, 'Sends dust from an address that looks like another'],
  }
}

function knownOf({ activity, completeness }: Facts, receivers: number): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return scaledBy(completeness, amountOfData(transfers + receivers * TRANSFERS_A_RECEIVER, 3))
}

function reasonOf(receivers: number, points: number): FactorReason {
  const whom = counted(receivers, 'account')
  return {
    code: 'poisoning',
    text: () => `It sent dust to ${whom} that had paid another account of much the same address`,
    points: -points,
    evidence: { kind: 'dust_sent' },
  }
}
