import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Facts } from '../../facts.ts'
import { capitalize, formatPercent, groupThousands } from '../../inputs/format.ts'
import { saturate, scaleBy } from '../../integers.ts'
import { computeTransferDataShare } from '../data-share.ts'
import { type FactorReason, type FactorResult, NEUTRAL, UNKNOWN } from '../factor-result.ts'
import { computeExposures, type Exposure } from './exposure.ts'
import { applyPoisoning } from './poisoning.ts'

/**
 * Maximum points for the absence of contact, which is weak evidence; half of them with twenty
 * counterparties.
 */
export const NO_CONTACT_POINTS = 2_000
export const HALF_COUNTERPARTIES = 20
/** Share of the amount at which contact has half of its full weight. */
export const HALF_EXPOSURE = 0.15
/** In the data share, one contact counts as this many transfers without contact. */
const TRANSFERS_PER_CONTACT = 8
/** Weight of a share by distance in hops. */
export const HOP_DECAY = { funding: [1, 0.6, 0.3], payment: [0.7, 0.2, 0] } as const

/**
 * Judges the factor of contact with listed accounts by direction, share and distance, and of
 * poisoning; 0 for a wallet that is listed itself.
 */
export function judgeKnownScamInteract(facts: Facts): FactorResult {
  return facts.listing === null
    ? applyPoisoning(facts, judgeContact(facts))
    : judgeListed(facts.listing)
}

function judgeContact(facts: Facts): FactorResult {
  if (facts.contacts === null || facts.contacts.listedCount === 0) return UNKNOWN
  const within = computeExposures(facts, 'within')
  const weight = Math.min(1, findMaxWeight(within, 'funding') + findMaxWeight(within, 'payment'))
  const contactPenalty = Math.floor(
    (FACTOR_UNIT * weight * (1 + HALF_EXPOSURE)) / (weight + HALF_EXPOSURE),
  )
  const absence = buildAbsenceReason(facts, contactPenalty)
  const cost = scaleBy(contactPenalty, NEUTRAL)
  const raw = NEUTRAL + absence.points - cost
  const dataShare =
    raw < NEUTRAL ? computeContactDataShare(facts, within) : computeTransferDataShare(facts)
  const reasons = [absence, ...buildContactReasons(selectReportedExposures(facts, within), cost)]
  return {
    raw,
    dataShare,
    reasons,
    improve: [],
    flags: raw < NEUTRAL ? [formatFlag(within)] : [],
  }
}

function formatFlag(within: readonly Exposure[]): string {
  const isDirect = within.some(({ hop }) => hop === 0)
  return `${isDirect ? 'Contact' : 'Indirect contact'} with accounts on the scam list`
}

function judgeListed({ source, confidence }: NonNullable<Facts['listing']>): FactorResult {
  const text = () => `It is on the scam list itself (${source})`
  const headline = () => 'On a scam list'
  const reason = {
    code: 'listed',
    headline,
    text,
    points: -NEUTRAL,
    evidence: { kind: 'none' },
  } as const
  const dataShare = Math.round(FACTOR_UNIT * confidence)
  return {
    raw: 0,
    dataShare,
    reasons: [reason],
    improve: [],
    flags: [`Listed as a scam: ${source}`],
  }
}

function computeWeight({ kind, hop, share }: Exposure): number {
  return share * HOP_DECAY[kind][hop]
}

/**
 * Returns the largest weight over all distances. A more distant exposure therefore adds nothing to
 * a nearer one with more weight, and a counterparty that moves nearer to the list never reduces the
 * weight.
 */
function findMaxWeight(within: readonly Exposure[], kind: Exposure['kind']): number {
  const weights = within.filter((exposure) => exposure.kind === kind).map(computeWeight)
  return Math.max(0, ...weights)
}

/** Selects the exposures of each distance; where each of them is dust, the cumulative ones. */
function selectReportedExposures(facts: Facts, within: Exposure[]): Exposure[] {
  const at = computeExposures(facts, 'at')
  return at.some((exposure) => computeWeight(exposure) > 0) ? at : within
}

function countCounterparties({ activity }: Facts): number {
  return activity.senders + activity.recipients - (activity.mutual ?? 0)
}

function computeContactDataShare(facts: Facts, within: Exposure[]): number {
  const contacts = within.reduce((sum, { hop, transfers }) => sum + (hop === 2 ? transfers : 0), 0)
  const { transfersIn, transfersOut } = facts.activity
  const seen = transfersIn + transfersOut + contacts * TRANSFERS_PER_CONTACT
  return scaleBy(facts.completeness, saturate(seen, 3))
}

/**
 * Builds the reason for the absence of contact; its points are reduced by the penalty for contact.
 */
function buildAbsenceReason(facts: Facts, contactPenalty: number): FactorReason {
  const counterparties = countCounterparties(facts)
  const isTouched = facts.contacts?.entries.some(({ hop }) => hop === 0) ?? false
  const contact = contactPenalty === 0 ? 'contact' : 'other contact'
  const maxPoints = scaleBy(saturate(counterparties, HALF_COUNTERPARTIES), NO_CONTACT_POINTS)
  return {
    code: 'no_listed_contact',
    // What a listed account took, and dust, is contact that does not count.
    headline: () =>
      isTouched
        ? `No ${contact} that counts with listed accounts`
        : 'No contact with listed accounts',
    text: () => describeAbsence(counterparties, contact),
    points: scaleBy(FACTOR_UNIT - contactPenalty, maxPoints),
    evidence: { kind: 'none' },
  }
}

function describeAbsence(counterparties: number, contact: string): string {
  if (counterparties === 0) return 'No counterparties so far'
  return counterparties === 1
    ? `Its only counterparty does not count as ${contact} with listed accounts`
    : `None of its ${groupThousands(counterparties)} counterparties counts as ${contact} with listed accounts`
}

/** Distributes the cost of contact over the exposures by their weight. */
function buildContactReasons(exposures: Exposure[], cost: number): FactorReason[] {
  const total = exposures.reduce((sum, exposure) => sum + computeWeight(exposure), 0)
  return exposures.map((exposure) => ({
    code: `${exposure.kind}_hop_${exposure.hop}`,
    headline: () => getExposureHeadline(exposure),
    text: () => describeExposure(exposure),
    points: total === 0 ? 0 : -Math.trunc((cost * computeWeight(exposure)) / total),
    evidence: { kind: 'listed_contacts', hop: exposure.hop },
  }))
}

export const ACCOUNTS_BY_HOP = [
  'listed accounts',
  'accounts that deal with listed ones',
  'accounts two steps from listed ones',
] as const

function getExposureHeadline({ kind, hop, share }: Exposure): string {
  if (hop > 0) return INDIRECT_HEADLINES[kind][hop - 1] ?? ''
  return kind === 'funding'
    ? `Got ${formatPercent(share)} of its money from listed accounts`
    : `Paid listed accounts ${formatPercent(share)} of what it sent`
}

/** By the number of hops, from one on. */
const INDIRECT_HEADLINES = {
  funding: [
    'Got money from accounts close to listed ones',
    'Got money two steps from listed accounts',
  ],
  payment: ['Pays accounts close to listed ones', 'Pays accounts two steps from listed ones'],
} as const

function describeExposure({ kind, hop, share }: Exposure): string {
  const part = capitalize(formatPercent(share))
  return kind === 'funding'
    ? `${part} of what came in is money from ${ACCOUNTS_BY_HOP[hop]}`
    : `${part} of what it sent went to ${ACCOUNTS_BY_HOP[hop]}`
}
