import { capitalize, formatDuration, formatPercent } from '../inputs/format.ts'
import { COMMUNITY_ROWS } from './community-rows.ts'
import { NEUTRAL } from './factor-result.ts'
import { HALF_COLLECTIONS, HALF_DAYS, TIME_POINTS, VARIETY_POINTS } from './nft-holdings.ts'
import {
  ACCOUNTS_BY_HOP,
  HALF_COUNTERPARTIES,
  HALF_EXPOSURE,
  HOP_DECAY,
  NO_CONTACT_POINTS,
} from './scam-contact/known-scam-interact.ts'
import {
  HALF_RECEIVERS,
  MIN_POISONED_RECEIVERS,
  POISONING_POINTS,
} from './scam-contact/poisoning.ts'

/** A signal of a factor that has no points table. */
export interface Signal {
  /** Code of the reasons that report it. */
  code: string
  /** What is measured and how it counts, as a sentence without its full stop. */
  rule: string
  /** Lowest (0 or less) and highest (0 or more) points, in units of 1/10,000 of the factor. */
  worst: number
  best: number
}

const CONTACT_SHARE = {
  funding: 'Share of what came in that is money from',
  payment: 'Share of what it sent that went to',
} as const

const contactSignals: readonly Signal[] = (['funding', 'payment'] as const).flatMap((kind) =>
  ACCOUNTS_BY_HOP.flatMap((accounts, hop) => {
    const decay = HOP_DECAY[kind][hop] ?? 0
    if (decay === 0) return []
    const rule = `${CONTACT_SHARE[kind]} ${accounts}, times ${decay}; more than half of the points come with ${formatPercent(HALF_EXPOSURE)}`
    return [{ code: `${kind}_hop_${hop}`, rule, worst: -NEUTRAL, best: 0 }]
  }),
)

const knownScamSignals: readonly Signal[] = [
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
    code: 'poisoning',
    rule: `Accounts dusted that had paid another account of much the same address, from ${MIN_POISONED_RECEIVERS} on; half of the points come with ${HALF_RECEIVERS}`,
    worst: -POISONING_POINTS,
    best: 0,
  },
]

const nftSignals: readonly Signal[] = [
  {
    code: 'collections_held',
    rule: `Collections held, without those that the wallet mints itself; half of the points come with ${HALF_COLLECTIONS}`,
    worst: 0,
    best: VARIETY_POINTS,
  },
  {
    code: 'time_held',
    rule: `Time that the oldest of them has been held; half of the points come with ${formatDuration(HALF_DAYS)}`,
    worst: 0,
    best: TIME_POINTS,
  },
]

const communitySignals: readonly Signal[] = COMMUNITY_ROWS.map(
  ({ code, amountLabel, halfAmount, maxPoints }) => ({
    code,
    rule: `${capitalize(amountLabel)}; half of the points come with ${halfAmount}`,
    worst: Math.min(0, maxPoints),
    best: Math.max(0, maxPoints),
  }),
)

/** The signals of the three factors that follow rules instead of points tables. */
export const SIGNALS = {
  knownScamInteract: knownScamSignals,
  nftHoldings: nftSignals,
  communitySignals,
} as const
