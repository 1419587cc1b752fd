/** How a scammer prepares a fresh wallet, and pays out the loot. All values are numbers, for the search. */
export interface Strategy {
  /** Days from the wallet's first to its last prepared transfer. */
  days: number
  /** Days between two receipts. */
  intervalDays: number
  /** The scammer's own accounts that pay the wallet, and those that it pays. */
  payers: number
  payees: number
  /** 1 when these are the same accounts, so that money goes in a circle. */
  inCircles: number
  /** Payments for each receipt. */
  paymentsPerReceipt: number
  /** Share of the received amount that stays in the wallet, 0–1. */
  keptShare: number
  /** Days between a receipt and its payments. */
  holdDays: number
  /** Foreign collections of which an NFT is bought on the first day. */
  collections: number
  /** Own accounts, otherwise idle, that vouch for the wallet. */
  vouchers: number
  /** FLOW of each receipt; only its ratio to the loot matters. */
  receiptFlow: number
  /** Days over which the loot leaves; 0 is at once. */
  passOnDays: number
  /** 1 when the loot goes to the accounts that were paid before, 0 when to one fresh account. */
  passOnToPayees: number
}

/** The values that a search may try for each number of a strategy. */
export type Choices = { readonly [Name in keyof Strategy]: readonly number[] }

/** The choices before a theft. Amounts do not matter: only ratios are scored. */
export const PREPARATION_CHOICES: Choices = {
  days: [1, 3, 7, 14, 30, 60, 90, 105, 120, 150, 180, 270, 365, 730],
  intervalDays: [0.25, 0.5, 1, 2, 3, 4, 5, 7, 10, 14, 30],
  payers: [1, 2, 3, 5, 8],
  payees: [1, 2, 3, 5, 8, 12],
  inCircles: [0, 1],
  paymentsPerReceipt: [0.25, 0.5, 1, 2, 4],
  keptShare: [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99],
  holdDays: [0, 1, 3, 7, 30],
  collections: [0, 1, 2, 3, 5, 8],
  vouchers: [0, 5, 20, 50],
  receiptFlow: [0.01],
  passOnDays: [0],
  passOnToPayees: [0],
}

/** The choices for a wallet that should still have a good score after a theft. */
export const THEFT_CHOICES: Choices = {
  ...PREPARATION_CHOICES,
  days: [1, 3, 7, 14, 30, 60, 90, 180],
  receiptFlow: [0.01, 1, 10, 100],
  passOnDays: [0, 7, 30, 90],
  passOnToPayees: [0, 1],
}

/** Maximum number of transfers of a strategy in the search. */
const MAX_TRANSFERS = 1_500

/** Returns whether the search tries a strategy. */
export function isWithinTransferLimit({
  days,
  intervalDays,
  paymentsPerReceipt,
}: Strategy): boolean {
  return (days / intervalDays + 1) * (1 + paymentsPerReceipt) <= MAX_TRANSFERS
}

/** Returns every strategy that differs in one number other than `days`. */
export function listNeighbours(strategy: Strategy, choices: Choices): Strategy[] {
  const names = Object.keys(choices) as (keyof Strategy)[]
  return names
    .filter((name) => name !== 'days')
    .flatMap((name) =>
      choices[name]
        .filter((value) => value !== strategy[name])
        .map((value) => ({ ...strategy, [name]: value })),
    )
    .filter(isWithinTransferLimit)
}
