import { isFlowVault } from '@app/values/tokens/flow-vault.ts'
import type { ContactFacts, Facts, TokenFacts } from '../../facts.ts'
import { computeRatio } from '../../integers.ts'

type Hop = ContactFacts['hop']

/** Extent of one kind of contact, at one distance or within it. */
export interface Exposure {
  kind: 'funding' | 'payment'
  hop: Hop
  /** 0–1: share of the received (sent) amount per token, averaged by transfer count. */
  share: number
  transfers: number
}

/** Contact with accounts `at` a distance (hops) from listed ones, or with all `within` it. */
export type HopSelection = 'at' | 'within'

/** Contact below this share of a token's amount is dust and does not count. */
const DUST_SHARE = 0.01
const HOPS: readonly Hop[] = [0, 1, 2]

/**
 * Computes the money received from and voluntarily sent to listed accounts and accounts one or two
 * hops from them, for each distance alone or together with all nearer ones. Dust and stolen money
 * are left out.
 */
export function computeExposures(facts: Facts, reach: HopSelection): Exposure[] {
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
