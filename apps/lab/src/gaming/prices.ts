/**
 * What actions cost on Flow, in FLOW: a fixed fee a transaction and a fee by its computation, by the
 * tables in Flow's developer documentation ("Fees"). An NFT has no price of its own: it is a parameter.
 */
const INCLUSION_FEE = 0.000_1
const FEE_PER_UNIT = 0.000_04
const COMPUTATION_UNITS = { transfer: 19, createAccount: 45, buyNft: 60 } as const

/** Held back in every account for its storage, and paid by whoever creates it. */
const STORAGE_RESERVE = 0.001

export interface Prices {
  createAccount: number
  transfer: number
  /** Of an NFT of a foreign collection, with a place to keep it. */
  buyNft: number
}

/** Prices when the cheapest NFT of a foreign collection is sold for `nftFlow`. */
export function buildPrices(nftFlow: number): Prices {
  return {
    createAccount: roundToFlow(computeFee(COMPUTATION_UNITS.createAccount) + STORAGE_RESERVE),
    transfer: roundToFlow(computeFee(COMPUTATION_UNITS.transfer)),
    buyNft: roundToFlow(computeFee(COMPUTATION_UNITS.buyNft) + nftFlow),
  }
}

/** An amount to the eight decimals that FLOW has. */
export const roundToFlow = (amount: number): number => Number(amount.toFixed(8))

const computeFee = (units: number): number => INCLUSION_FEE + FEE_PER_UNIT * units
