import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Facts } from '../facts.ts'
import { capitalized, counted, percent } from '../inputs/say.ts'
import { amountOfData, scaledBy } from '../integers.ts'
import { type Exposure, exposuresOf } from './exposure.ts'
import { type FactorReason, type FactorResult, NEUTRAL, UNKNOWN } from './factor-result.ts'
import { knownFromTransfers } from './known.ts'
import { withPoisoning } from './poisoning.ts'

/** Absence of contact is weak evidence: it adds at most this much, half of it with twenty counterparties. */
export const CLEAN_POINTS = 2_000
export const HALF_COUNTERPARTIES = 20
/** Half of the full weight of contact comes with this share of the money. */
export const HALF_EXPOSURE = 0.15
/** One contact seen tells as much as this many transfers without one. */
const TRANSFERS_A_CONTACT = 8
/** What a share counts for by distance. */
export const DECAY = { funding: [1, 0.6, 0.3], payment: [0.7, 0.2, 0] } as const

/** Contact with listed accounts by direction, share and distance, and poisoning; a listed wallet itself has none of it. */
export function knownScamInteract(facts: Facts): FactorResult {
  return facts.listing === null ? withPoisoning(facts, contact(facts)) : listed(facts.listing)
}

function contact(facts: Facts): FactorResult {
  if (facts.contacts === null || facts.contacts.listedCount === 0) return UNKNOWN
  const within = exposuresOf(facts, 'within')
  const weight = Math.min(1, heaviest(within, 'funding') + heaviest(within, 'payment'))
  const guilt = Math.floor((FACTOR_UNIT * weight * (1 + HALF_EXPOSURE)) / (weight + HALF_EXPOSURE))
  const absence = absenceReason(facts, guilt)
  const cost = scaledBy(guilt, NEUTRAL)
  const raw = NEUTRAL + absence.points - cost
  const known = raw < NEUTRAL ? knownOfContact(facts, within) : knownFromTransfers(facts)
  const reasons = [absence, ...contactReasons(toldOf(facts, within), cost)]
  return { raw, known, reasons, improve: [], flags: raw < NEUTRAL ? [flagOf(within)] : [] }
}

function flagOf(within: readonly Exposure[]): string {
  const isDirect = within.some(({ hop }) => hop === 0)
  return `${isDirect ? 'Contact' : 'Indirect contact'} with accounts on the scam list`
}

function listed({ source, confidence }: NonNullable<Facts['listing']>): FactorResult {
  const text = () => `It is on the scam list itself (${source})`
  const reason = { code: 'listed', text, points: -NEUTRAL, evidence: { kind: 'none' } } as const
  const known = Math.round(FACTOR_UNIT * confidence)
  return { raw: 0, known, reasons: [reason], improve: [], flags: [`Listed as a scam: ${source}`] }
}

function weightOf({ kind, hop, share }: Exposure): number {
  return share * DECAY[kind][hop]
}

/**
 * What the money within each distance counts for, where it counts most. So farther money adds nothing to
 * nearer money that weighs more, and a counterparty that comes nearer to the list never weighs less.
 */
function heaviest(within: readonly Exposure[], kind: Exposure['kind']): number {
  const weights = within.filter((exposure) => exposure.kind === kind).map(weightOf)
  return Math.max(0, ...weights)
}

/** Each distance by itself; where all of them are dust by themselves, what they are together. */
function toldOf(facts: Facts, within: Exposure[]): Exposure[] {
  const at = exposuresOf(facts, 'at')
  return at.some((exposure) => weightOf(exposure) > 0) ? at : within
}

function counterpartiesOf({ activity }: Facts): number {
  return activity.senders + activity.recipients - (activity.mutual ?? 0)
}

function knownOfContact(facts: Facts, within: Exposure[]): number {
  const contacts = within.reduce((sum, { hop, transfers }) => sum + (hop === 2 ? transfers : 0), 0)
  const { transfersIn, transfersOut } = facts.activity
  const seen = transfersIn + transfersOut + contacts * TRANSFERS_A_CONTACT
  return scaledBy(facts.completeness, amountOfData(seen, 3))
}

/** Guilt leaves as much less of what the absence of contact adds. */
function absenceReason(facts: Facts, guilt: number): FactorReason {
  const counterparties = counterpartiesOf(facts)
  const checked = counted(counterparties, 'counterpart').replace(/parts?$/, partyOf)
  const contact = guilt === 0 ? 'contact' : 'other contact'
  const most = scaledBy(amountOfData(counterparties, HALF_COUNTERPARTIES), CLEAN_POINTS)
  return {
    code: 'no_listed_contact',
    text: () => `No ${contact} that counts with listed accounts among ${checked}`,
    points: scaledBy(FACTOR_UNIT - guilt, most),
    evidence: { kind: 'none' },
  }
}

function partyOf(end: string): string {
  return end === 'part' ? 'party' : 'parties'
}

/** Shares what contact costs among the contacts by their weight. */
function contactReasons(exposures: Exposure[], cost: number): FactorReason[] {
  const total = exposures.reduce((sum, exposure) => sum + weightOf(exposure), 0)
  return exposures.map((exposure) => ({
    code: `${exposure.kind}_hop_${exposure.hop}`,
    text: () => say(exposure),
    points: total === 0 ? 0 : -Math.trunc((cost * weightOf(exposure)) / total),
    evidence: { kind: 'listed_contacts', hop: exposure.hop },
  }))
}

export const WHOM = [
  'listed accounts',
  'accounts that deal with listed ones',
  'accounts two steps from listed ones',
] as const

function say({ kind, hop, share }: Exposure): string {
  const part = capitalized(percent(share))
  return kind === 'funding'
    ? `${part} of what came in is money from ${WHOM[hop]}`
    : `${part} of what it sent went to ${WHOM[hop]}`
}
