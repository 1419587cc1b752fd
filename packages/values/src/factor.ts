interface FactorDefinition {
  /** What it is about, in at most 13 letters: the same in every picture and list. */
  label: string
  weightPercent: number
  /** What it looks at, without a full stop. */
  description: string
}

/** The factors of the Dharma Score, in the order of the spec and of `DharmaScore.cdc`. */
const DEFINITIONS = {
  txFrequency: {
    label: 'Activity',
    weightPercent: 20,
    description: 'How the wallet is used: how many pay it and are paid, and how often they return',
  },
  largeOutFlow: {
    label: 'Large outflow',
    weightPercent: 25,
    description: 'How much leaves at once, and how soon after it arrived',
  },
  knownScamInteract: {
    label: 'Scam contact',
    weightPercent: 30,
    description: 'Contact with listed wallets, by direction and share, up to two hops away',
  },
  nftHoldings: {
    label: 'NFT holdings',
    weightPercent: 10,
    description: 'NFTs held, by collection, those minted by the wallet itself apart',
  },
  onchainAge: {
    label: 'Account age',
    weightPercent: 5,
    description: 'Place in the order of creation, and how long and on how many days it was active',
  },
  communitySignals: {
    label: 'Community',
    weightPercent: 10,
    description: 'Reports and vouches by the weight of who speaks, and what was decided by vote',
  },
} as const satisfies Record<string, FactorDefinition>

export type Factor = keyof typeof DEFINITIONS

export const FACTOR_DEFINITIONS: Readonly<Record<Factor, FactorDefinition>> = DEFINITIONS

export const FACTORS = Object.keys(DEFINITIONS) as readonly Factor[]

export const WEIGHT_PERCENT: Readonly<Record<Factor, number>> = mapFactors(
  (factor) => FACTOR_DEFINITIONS[factor].weightPercent,
)

/** A factor of 1.0 in the integer units that the engine and the contract share. */
export const FACTOR_UNIT = 10_000

export function mapFactors<T>(make: (factor: Factor, index: number) => T): Record<Factor, T> {
  return {
    txFrequency: make('txFrequency', 0),
    largeOutFlow: make('largeOutFlow', 1),
    knownScamInteract: make('knownScamInteract', 2),
    nftHoldings: make('nftHoldings', 3),
    onchainAge: make('onchainAge', 4),
    communitySignals: make('communitySignals', 5),
  }
}
