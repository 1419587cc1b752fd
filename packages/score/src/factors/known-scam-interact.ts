import { FACTOR_UNIT } from '@app/values/factor.ts'
import { isFlowVault } from '@app/values/token-type.ts'
import type { ContactFacts, Facts, TokenFacts } from '../facts.ts'
import { capitalize, describePercent, groupThousands } from '../inputs/describe-numbers.ts'
import { computeRatio, saturate, scaleBy } from '../integers.ts'
import { SCORE_RULES, type ScoreRules } from '../version.ts'
import { computeTransferDataShare } from './data-share.ts'
import {
  type FactorReason,
  type FactorResult,
  type FactorRules,
  type Found,
  NEUTRAL,
  type Signal,
  UNKNOWN,
} from './factor-rules.ts'
import { applyPoisoning, POISONING_SIGNAL } from './poisoning.ts'

/**
 * Maximum points for the absence of contact, which is weak evidence; half of them with twenty
 * counterparties.
 */
const NO_CONTACT_POINTS = 2_000
const HALF_COUNTERPARTIES = 20
/** Share of the amount at which contact has half of its full weight. */
const HALF_EXPOSURE = 0.15
/** In the data share, one contact counts as this many transfers without contact. */
const TRANSFERS_PER_CONTACT = 8
/** Weight of a share by distance in hops. */
const HOP_DECAY = { funding: [1, 0.6, 0.3], payment: [0.7, 0.2, 0] } as const

const ACCOUNTS_BY_HOP = [
  'listed accounts',
  'accounts that deal with listed ones',
  'accounts two steps from listed ones',
] as const

/**
 * Judges the factor of contact with listed accounts by direction, share and distance, and of
 * poisoning; 0 for a wallet that is listed itself.
 */
export function judgeKnownScamInteract(
  facts: Facts,
  rules: ContactRules = SCORE_RULES.current,
): FactorResult {
  return facts.listing === null
    ? applyPoisoning(facts, judgeContact(facts, rules))
    : judgeListed(facts.listing)
}

type ContactRules = Pick<ScoreRules, 'limitsAbsence'>

function judgeContact(facts: Facts, rules: ContactRules): FactorResult {
  if (facts.contacts === null || facts.contacts.listedCount === 0) return UNKNOWN
  const within = computeExposures(facts, 'within')
  const weight = Math.min(1, findMaxWeight(within, 'funding') + findMaxWeight(within, 'payment'))
  const contactPenalty = Math.floor(
    (FACTOR_UNIT * weight * (1 + HALF_EXPOSURE)) / (weight + HALF_EXPOSURE),
  )
  const untraced = findUntraced(facts)
  const absence =
    untraced === null
      ? buildAbsenceReason(facts, { contactPenalty, rules })
      : buildUntracedReason(untraced)
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
function buildAbsenceReason(
  facts: Facts,
  { contactPenalty, rules }: { contactPenalty: number; rules: ContactRules },
): FactorReason {
  const isLimited = rules.limitsAbsence && facts.completeness < FACTOR_UNIT
  const counterparties = countCounterparties(facts)
  const { unseen, contacts } = facts
  const isUntraced = unseen !== undefined || contacts?.unfollowed !== undefined
  const isTouched = isUntraced || (contacts?.entries.some(({ hop }) => hop === 0) ?? false)
  const contact = contactPenalty === 0 ? 'contact' : 'other contact'
  const maxPoints = scaleBy(saturate(counterparties, HALF_COUNTERPARTIES), NO_CONTACT_POINTS)
  return {
    code: 'no_listed_contact',
    // What a listed account took, and dust, is contact that does not count; so can be what is not traced.
    headline: () => {
      const counted = isTouched ? `${contact} that counts` : 'contact'
      return `No ${counted} with listed accounts${isLimited ? ' so far' : ''}`
    },
    text: () => {
      const said = describeAbsence(counterparties, contact)
      const share = describePercent(facts.completeness / FACTOR_UNIT)
      return isLimited ? `${said}, in the ${share} of its history that is indexed` : said
    },
    points: scaleBy(FACTOR_UNIT - contactPenalty, maxPoints),
    evidence: { kind: 'none' },
  }
}

/** Shares of what came in of which nobody can see where it is from, 0 where that is dust. */
interface Untraced {
  /** In no event. */
  unseen: number
  /** The way is too long, or begins in no event. */
  unfollowed: number
}

/** Where a part of the money is not traced, nobody can say that there was no contact. */
function buildUntracedReason(untraced: Untraced): FactorReason {
  return {
    code: 'untraced_money',
    headline: () => getUntracedHeadline(untraced),
    text: () => describeUntraced(untraced),
    points: 0,
    evidence: { kind: 'none' },
    isAlwaysShown: true,
  }
}

const getUntracedHeadline = ({ unseen, unfollowed }: Untraced): string =>
  unseen >= unfollowed
    ? `${capitalize(describePercent(unseen))} of its money is from an unseen source`
    : `${capitalize(describePercent(unfollowed))} of its money is not followed further`

function describeUntraced({ unseen, unfollowed }: Untraced): string {
  const sentences = [
    [unseen, 'is from an unseen source: contracts in the EVM pay without an event'],
    [unfollowed, 'came through addresses of the EVM, and is not followed further'],
  ] as const
  const parts = sentences.flatMap(([share, what]) =>
    share > 0 ? [`${describePercent(share)} of what came in ${what}`] : [],
  )
  return `${capitalize(parts.join('; '))}. So contact with listed accounts cannot be excluded`
}

/** Returns what is not traced of what came in; `null` where that is dust. */
function findUntraced(facts: Facts): Untraced | null {
  const { unseen = 0n, tokens, contacts } = facts
  const flow = tokens.find(({ token }) => isFlowVault(token))?.received ?? 0n
  const unfollowed = (contacts?.unfollowed ?? []).map(
    (entry): ContactFacts => ({
      ...{ hop: 2, counterparties: 1, transfersIn: 1, transfersOut: 0, transfersSwept: 0 },
      ...{ unitsOut: 0n, unitsSwept: 0n, ...entry },
    }),
  )
  const untraced = {
    unseen: computeShareAboveDust(unseen, flow + unseen),
    unfollowed: computeFundingExposure(facts, unfollowed, 2).share,
  }
  return untraced.unseen + untraced.unfollowed > 0 ? untraced : null
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

function getExposureHeadline({ kind, hop, share }: Exposure): string {
  if (hop > 0) return INDIRECT_HEADLINES[kind][hop - 1] ?? ''
  return kind === 'funding'
    ? `Got ${describePercent(share)} of its money from listed accounts`
    : `Paid listed accounts ${describePercent(share)} of what it sent`
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
  const part = capitalize(describePercent(share))
  return kind === 'funding'
    ? `${part} of what came in is money from ${ACCOUNTS_BY_HOP[hop]}`
    : `${part} of what it sent went to ${ACCOUNTS_BY_HOP[hop]}`
}

type Hop = ContactFacts['hop']

/** Extent of one kind of contact, at one distance or within it. */
interface Exposure {
  kind: 'funding' | 'payment'
  hop: Hop
  /** 0–1: share of the received (sent) amount per token, averaged by transfer count. */
  share: number
  transfers: number
}

/** Contact with accounts `at` a distance (hops) from listed ones, or with all `within` it. */
type HopSelection = 'at' | 'within'

/** Contact below this share of a token's amount is dust and does not count. */
const DUST_SHARE = 0.01
const HOPS: readonly Hop[] = [0, 1, 2]

/**
 * Computes the money received from and voluntarily sent to listed accounts and accounts one or two
 * hops from them, for each distance alone or together with all nearer ones. Dust and stolen money
 * are left out.
 */
function computeExposures(facts: Facts, reach: HopSelection): Exposure[] {
  const entries = facts.contacts?.entries ?? []
  if (entries.length === 0) return []
  const all = HOPS.flatMap((hop) => {
    const contacts = entries.filter((entry) =>
      reach === 'at' ? entry.hop === hop : entry.hop <= hop,
    )
    return [
      computeFundingExposure(facts, contacts, hop),
      computePaymentExposure(facts, contacts, hop),
    ]
  })
  return all.filter((exposure) => exposure.share > 0)
}

function computeFundingExposure({ tokens }: Facts, contacts: ContactFacts[], hop: Hop): Exposure {
  const parts = tokens.filter(countsAsFunding).map((token) => {
    const own = contacts.filter((entry) => entry.token === token.token)
    const units = own.reduce((sum, { unitsIn }) => sum + unitsIn, 0n)
    const transfers = own.reduce((sum, { transfersIn }) => sum + transfersIn, 0)
    return {
      share: computeShareAboveDust(units, token.received),
      weight: token.transfersIn,
      transfers,
    }
  })
  return { kind: 'funding', hop, ...averageByWeight(parts) }
}

/**
 * Anyone can send a token to a wallet: it counts as funding only if the wallet has sent some of it,
 * or if it is FLOW.
 */
function countsAsFunding(token: TokenFacts): boolean {
  return token.transfersOut > 0 || isFlowVault(token.token)
}

function computePaymentExposure({ tokens }: Facts, contacts: ContactFacts[], hop: Hop): Exposure {
  const parts = tokens.map((token) => {
    const own = contacts.filter((entry) => entry.token === token.token)
    const units = own.reduce((sum, { unitsOut }) => sum + unitsOut, 0n)
    const transfers = own.reduce((sum, { transfersOut }) => sum + transfersOut, 0)
    return {
      share: computeShareAboveDust(units, token.sent),
      weight: token.transfersOut,
      transfers,
    }
  })
  return { kind: 'payment', hop, ...averageByWeight(parts) }
}

function computeShareAboveDust(part: bigint, whole: bigint): number {
  const share = Math.min(1, computeRatio(part, whole) ?? 0)
  return share < DUST_SHARE ? 0 : share
}

function averageByWeight(parts: { share: number; weight: number; transfers: number }[]) {
  let sum = 0
  let weights = 0
  let transfers = 0
  for (const part of parts) {
    sum += Math.round(part.share * 1_000_000) * part.weight
    weights += part.weight
    if (part.share > 0) transfers += part.transfers
  }
  return { share: weights === 0 ? 0 : Math.floor(sum / weights) / 1_000_000, transfers }
}

/** Says what was found of contact; what listed accounts took is not held against the wallet. */
function describeScamContact({ facts, rules, isRobbed, isBad, strongest }: Found): string {
  if (facts.listing !== null) return 'On a scam list'
  if (isBad && strongest !== undefined) return strongest
  if (facts.contacts === null || facts.contacts.listedCount === 0)
    return 'Not checked: no list loaded'
  if (isRobbed) return 'Robbed by a listed account, not held against it'
  const untraced = findUntraced(facts)
  if (untraced !== null) return getUntracedHeadline(untraced)
  return rules.limitsAbsence && facts.completeness < FACTOR_UNIT
    ? 'None found so far'
    : 'None found'
}

const CONTACT_SHARE = {
  funding: 'Share of what came in that is money from',
  payment: 'Share of what it sent that went to',
} as const

const contactSignals: readonly Signal[] = (['funding', 'payment'] as const).flatMap((kind) =>
  ACCOUNTS_BY_HOP.flatMap((accounts, hop) => {
    const decay = HOP_DECAY[kind][hop] ?? 0
    if (decay === 0) return []
    const rule = `${CONTACT_SHARE[kind]} ${accounts}, times ${decay}; more than half of the points come with ${describePercent(HALF_EXPOSURE)}`
    return [{ code: `${kind}_hop_${hop}`, rule, worst: -NEUTRAL, best: 0 }]
  }),
)

export const KNOWN_SCAM_INTERACT: FactorRules = {
  judge: (facts, _, rules) => judgeKnownScamInteract(facts, rules),
  describeFinding: describeScamContact,
  signals: [
    {
      code: 'listed',
      rule: 'The wallet is on the scam list itself; no other factor is then above one half',
      worst: -NEUTRAL,
      best: 0,
    },
    ...contactSignals,
    {
      code: 'no_listed_contact',
      rule: `Counterparties checked; half of the points come with ${HALF_COUNTERPARTIES}, and less as far as contact counts`,
      worst: 0,
      best: NO_CONTACT_POINTS,
    },
    {
      code: 'untraced_money',
      rule: 'Money in the EVM that came in no event, or from further away than is followed: takes the points for the absence of contact',
      worst: -NO_CONTACT_POINTS,
      best: 0,
    },
    POISONING_SIGNAL,
  ],
}
