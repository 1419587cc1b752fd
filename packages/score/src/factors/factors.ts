import type { Factor } from '@app/values/factor.ts'
import { COMMUNITY_SIGNALS } from './community-signals.ts'
import type { FactorRules } from './factor-rules.ts'
import { KNOWN_SCAM_INTERACT } from './known-scam-interact.ts'
import { NFT_HOLDINGS } from './nft-holdings.ts'
import { LARGE_OUT_FLOW, ONCHAIN_AGE, TX_FREQUENCY } from './points-table-factors.ts'

/** The rules of every factor. */
export const FACTOR_RULES: Readonly<Record<Factor, FactorRules>> = {
  txFrequency: TX_FREQUENCY,
  largeOutFlow: LARGE_OUT_FLOW,
  knownScamInteract: KNOWN_SCAM_INTERACT,
  nftHoldings: NFT_HOLDINGS,
  onchainAge: ONCHAIN_AGE,
  communitySignals: COMMUNITY_SIGNALS,
}
