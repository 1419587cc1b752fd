import type { Transfer } from '@app/score/transfers/transfer.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FLOW_VAULTS } from '@app/values/flow-vault.ts'
import type { Strategy } from './strategy.ts'

/** Noon of a day, so that what follows within the hour falls on the same day. */
export const START_SECONDS = 20_000 * 86_400 + 43_200
const DAY = 86_400
const MINUTE = 60
export const UNITS_A_FLOW = Number(UNITS_PER_TOKEN)

/** A theft: so many victims within the hour, each of the same amount. */
export interface Theft {
  victims: number
  flowAVictim: number
}

/** Everything that moves through the wallet: the preparation, then the theft and its loot. */
export function transfersOf(strategy: Strategy, theft: Theft | null): Transfer[] {
  const prepared = preparationOf(strategy)
  return theft === null || theft.victims === 0
    ? prepared
    : [...prepared, ...lootOf(strategy, theft)]
}

/** What an honest-looking wallet does before it steals. */
export function preparationOf(strategy: Strategy): Transfer[] {
  const { days, everyDays, payers } = strategy
  const receipts = Math.floor(days / everyDays) + 1
  return Array.from({ length: receipts }, (_, i) => i).flatMap((i) => [
    transfer('in', ownAccount(strategy, 'payer', i % payers), {
      flow: strategy.receiptFlow,
      seconds: i * everyDays * DAY,
    }),
    ...paymentsAfter(strategy, i),
  ])
}

/** Payments that follow the `i`-th receipt; with less than one a receipt, every so many receipts one. */
function paymentsAfter(strategy: Strategy, i: number): Transfer[] {
  const { days, everyDays, paymentsAReceipt, payees, keptShare, holdDays } = strategy
  const isDue = Math.floor((i + 1) * paymentsAReceipt) > Math.floor(i * paymentsAReceipt)
  const start = (i * everyDays + holdDays) * DAY
  const flow = (strategy.receiptFlow * (1 - keptShare)) / paymentsAReceipt
  if (!isDue || flow === 0 || start > days * DAY) return []
  const count = Math.max(1, paymentsAReceipt)
  const first = Math.floor(i * paymentsAReceipt)
  return Array.from({ length: count }, (_, k) =>
    transfer('out', ownAccount(strategy, 'payee', (first + k) % payees), {
      flow,
      seconds: start + (k + 1) * MINUTE,
    }),
  )
}

/** What a theft moves: the loot comes in a day after the preparation, and leaves at once or in daily parts. */
export function lootOf(strategy: Strategy, { victims, flowAVictim }: Theft): Transfer[] {
  const { days, passOnDays, passOnToPayees, payees } = strategy
  const start = (days + 1) * DAY
  const stolen = Array.from({ length: victims }, (_, i) =>
    transfer('in', `victim ${i}`, {
      flow: flowAVictim,
      seconds: start + (i * 30 * MINUTE) / victims,
    }),
  )
  const parts = Math.max(1, passOnDays)
  const passed = Array.from({ length: parts }, (_, i) =>
    transfer('out', passOnToPayees === 1 ? ownAccount(strategy, 'payee', i % payees) : 'exit', {
      flow: (victims * flowAVictim) / parts,
      seconds: start + 40 * MINUTE + (passOnDays === 0 ? 0 : (i + 1) * DAY),
    }),
  )
  return [...stolen, ...passed]
}

/** One of the scammer's own accounts, as the wallet sees it. */
export function ownAccount(
  { inCircles }: Strategy,
  role: 'payer' | 'payee',
  index: number,
): string {
  return inCircles === 1 ? `own ${index}` : `${role} ${index}`
}

function transfer(
  side: Transfer['side'],
  counterparty: string,
  { flow, seconds }: { flow: number; seconds: number },
): Transfer {
  return {
    side,
    counterparty,
    token: FLOW_VAULTS.testnet,
    units: BigInt(Math.max(1, Math.round(flow * UNITS_A_FLOW))),
    seconds: START_SECONDS + Math.floor(seconds),
  }
}
