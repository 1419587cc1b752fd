import { planArrivals } from './behaviours/plan-arrivals.ts'
import { planCoffeePayments } from './behaviours/plan-coffee-payments.ts'
import { planExchangeTrades } from './behaviours/plan-exchange-trades.ts'
import { planFriendPayments } from './behaviours/plan-friend-payments.ts'
import { planNftCollecting } from './behaviours/plan-nft-collecting.ts'
import { planPassThrough } from './behaviours/plan-pass-through.ts'
import { planSalaries } from './behaviours/plan-salaries.ts'
import { planVaultSavings } from './behaviours/plan-vault-savings.ts'
import { planWalletDrains } from './behaviours/plan-wallet-drains.ts'
import { createCalendar } from './calendar.ts'
import type { Random } from './random.ts'
import { removeUnaffordablePayments } from './remove-unaffordable-payments.ts'
import type { ScheduledAction } from './scheduled-action.ts'

const BEHAVIOURS = [
  planArrivals,
  planSalaries,
  planCoffeePayments,
  planFriendPayments,
  planNftCollecting,
  planExchangeTrades,
  planWalletDrains,
  planPassThrough,
  planVaultSavings,
]

/**
 * Plans the history of all accounts up to `nowMs`, oldest first. The same random numbers give the
 * same history.
 */
export function planHistory(nowMs: number, random: Random): ScheduledAction[] {
  const calendar = createCalendar(nowMs, random)
  const actions = BEHAVIOURS.flatMap((planBehaviour) => planBehaviour(calendar))
  return removeUnaffordablePayments(actions.toSorted((a, b) => a.atMs - b.atMs))
}
