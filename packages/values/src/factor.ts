/** The six factors of the Dharma Score, in the order of the spec. */
export const FACTORS = [
  'txFrequency',
  'largeOutFlow',
  'knownScamInteract',
  'nftHoldings',
  'onchainAge',
  'communitySignals',
] as const

export type Factor = (typeof FACTORS)[number]

/** Weight of each factor in percent; they sum to 100. */
export const WEIGHT_PERCENT: Readonly<Record<Factor, number>> = {
  txFrequency: 20,
  largeOutFlow: 25,
  knownScamInteract: 30,
  nftHoldings: 10,
  onchainAge: 5,
  communitySignals: 10,
}

/** A factor of 1.0 in the integer units that the engine and the contract share. */
export const FACTOR_UNIT = 10_000
