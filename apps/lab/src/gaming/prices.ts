/**
 * The cost of actions on Flow, in FLOW: a fixed fee per transaction and a fee by its computation, from the
 * tables in Flow's developer documentation ("Fees"). The price of an NFT is a parameter.
 */
const INCLUSION_FEE = 0.000_1
const FEE_PER_UNIT = 0.000_04
const COMPUTATION_UNITS = { transfer: 19, createAccount: 45, buyNft: 60 } as const

/** Minimum balance of every account for its storage, paid by the creator of the account. */
const STORAGE_RESERVE = 0.001

export interface Prices {
  createAccount: number
  transfer: number
  /** Price of an NFT of a foreign collection, including the set-up of its collection. */
  buyNft: number
}

/** Returns the prices for an NFT price of `nftFlow`. */
export function buildPrices(nftFlow: number): Prices {
  return {
    createAccount: roundToFlow(computeFee(COMPUTATION_UNITS.createAccount) + STORAGE_RESERVE),
    transfer: roundToFlow(computeFee(COMPUTATION_UNITS.transfer)),
    buyNft: roundToFlow(computeFee(COMPUTATION_UNITS.buyNft) + nftFlow),
  }
}

/** Rounds an amount to the eight decimals of FLOW. */
export const roundToFlow = (amount: number): number => Number(amount.toFixed(8))

const computeFee = (units: number): number => INCLUSION_FEE + FEE_PER_UNIT * units
