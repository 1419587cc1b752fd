import type { Transfer } from '@app/score/transfers/build-facts-from-transfers.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'

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

/** A theft: `victims` accounts within an hour, the same amount from each. */
export interface Theft {
  victims: number
  flowPerVictim: number
}

/** Noon of a day, so that the next hours are on the same day. */
export const START_SECONDS = 20_000 * 86_400 + 43_200
const DAY = 86_400
const MINUTE = 60
export const UNITS_PER_FLOW = Number(UNITS_PER_TOKEN)

/** Returns all transfers of the wallet: the preparation, then the theft and the payout of the loot. */
export function buildTransfers(strategy: Strategy, theft: Theft | null): Transfer[] {
  const prepared = buildPreparationTransfers(strategy)
  return theft === null ? prepared : [...prepared, ...buildTheftTransfers(strategy, theft)]
}

/** Returns the transfers before the theft, which look like those of an honest wallet. */
export function buildPreparationTransfers(strategy: Strategy): Transfer[] {
  const { days, intervalDays, payers } = strategy
  const receipts = Math.floor(days / intervalDays) + 1
  return Array.from({ length: receipts }, (_, i) => {
    const payer = formatOwnAccountName(strategy, 'payer', i % payers)
    const receipt = { flow: strategy.receiptFlow, seconds: i * intervalDays * DAY }
    return [buildTransfer('in', payer, receipt), ...buildPaymentsAfter(strategy, i)]
  }).flat()
}

/** Returns the payments after the `i`-th receipt. With less than one payment per receipt, only some receipts have one. */
function buildPaymentsAfter(strategy: Strategy, i: number): Transfer[] {
  const { days, intervalDays, paymentsPerReceipt, payees, keptShare, holdDays } = strategy
  const isDue = Math.floor((i + 1) * paymentsPerReceipt) > Math.floor(i * paymentsPerReceipt)
  const start = (i * intervalDays + holdDays) * DAY
  const flow = (strategy.receiptFlow * (1 - keptShare)) / paymentsPerReceipt
  if (!isDue || flow === 0 || start > days * DAY) return []
  const first = Math.floor(i * paymentsPerReceipt)
  return Array.from({ length: Math.max(1, paymentsPerReceipt) }, (_, k) => {
    const payee = formatOwnAccountName(strategy, 'payee', (first + k) % payees)
    return buildTransfer('out', payee, { flow, seconds: start + (k + 1) * MINUTE })
  })
}

/** Returns the transfers of a theft: the loot arrives a day after the preparation, and leaves at once or in daily parts. */
export function buildTheftTransfers(
  strategy: Strategy,
  { victims, flowPerVictim }: Theft,
): Transfer[] {
  const { days, passOnDays, passOnToPayees, payees } = strategy
  const start = (days + 1) * DAY
  const stolen = Array.from({ length: victims }, (_, i) =>
    buildTransfer('in', `victim ${i}`, {
      flow: flowPerVictim,
      seconds: start + (i * 30 * MINUTE) / victims,
    }),
  )
  const parts = Math.max(1, passOnDays)
  const passed = Array.from({ length: parts }, (_, i) => {
    const payee = formatOwnAccountName(strategy, 'payee', i % payees)
    return buildTransfer('out', passOnToPayees === 1 ? payee : 'exit', {
      flow: (victims * flowPerVictim) / parts,
      seconds: start + 40 * MINUTE + (passOnDays === 0 ? 0 : (i + 1) * DAY),
    })
  })
  return [...stolen, ...passed]
}

export const formatOwnAccountName = (
  { inCircles }: Strategy,
  role: 'payer' | 'payee',
  index: number,
): string => (inCircles === 1 ? `own ${index}` : `${role} ${index}`)

function buildTransfer(
  direction: Transfer['direction'],
  counterparty: string,
  { flow, seconds }: { flow: number; seconds: number },
): Transfer {
  return {
    direction,
    counterparty,
    token: buildFlowVaultTypeId('testnet'),
    units: BigInt(Math.max(1, Math.round(flow * UNITS_PER_FLOW))),
    seconds: START_SECONDS + Math.floor(seconds),
  }
}
