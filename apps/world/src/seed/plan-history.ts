import { formatUfix64, parseUfix64 } from '@app/values/amount.ts'
import { type Token, VAULT_PRICE } from '../people/transactions.ts'
import { createCalendar, type PlannedAction, type ScheduledAction } from './calendar.ts'
import {
  planArrivals,
  planCoffeePayments,
  planExchangeTrades,
  planFriendPayments,
  planNftCollecting,
  planSalaries,
  planVaultSavings,
} from './plan-daily-life.ts'
import { planCustody, planGame, planMarket, planStakes, planStudio } from './plan-evm-and-stakes.ts'
import { planLaundering, planPassThrough, planWalletDrains } from './plan-thefts.ts'
import type { Random } from './random.ts'

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
  // Last, so that the others have the same random numbers as without these.
  planStudio,
  planMarket,
  planCustody,
  planGame,
  planStakes,
  planLaundering,
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

const PRINT_PRICE = '20.0'

/** Names what somebody has: a token of an account, or FLOW in the EVM or at stake. */
const toHolding = (name: string, token: Token | 'EVM' | 'stake') => `${name} ${token}`

/** An amount that moves between holdings; null is what is in none of them. */
interface Move {
  from: string | null
  to: string | null
  units: bigint
}

/** Units by holding; those of the service account are practically unlimited. */
type Balances = Map<string, bigint>

/**
 * Returns the actions, which must be sorted by time, without payments that the payer cannot make,
 * and with each `forwardShare` replaced by a payment of its amount.
 */
export function removeUnaffordablePayments(actions: readonly ScheduledAction[]): ScheduledAction[] {
  const balances: Balances = new Map([
    [toHolding('service', 'TUSD'), 10n ** 15n],
    [toHolding('service', 'LOTUS'), 10n ** 14n],
    [toHolding('service', 'FLOW'), 10n ** 15n],
  ])
  return actions.flatMap(({ atMs, action: planned }) => {
    const action = planned.kind === 'forwardShare' ? toPayment(balances, planned) : planned
    return makeMoves(balances, listMoves(balances, action)) ? [{ atMs, action }] : []
  })
}

function toPayment(
  balances: Balances,
  { from, to, token, percent }: Extract<PlannedAction, { kind: 'forwardShare' }>,
): PlannedAction {
  const units = ((balances.get(toHolding(from, token)) ?? 0n) * BigInt(percent)) / 100n
  return { kind: 'pay', from, to, token, amount: formatUfix64(units) }
}

/** Makes all of the moves, which have one payer, or returns false when its balance is too low. */
function makeMoves(balances: Balances, moves: readonly Move[]): boolean {
  const add = (holding: string | null, units: bigint) => {
    if (holding !== null) balances.set(holding, (balances.get(holding) ?? 0n) + units)
  }
  const total = moves.reduce((sum, { units }) => sum + units, 0n)
  const payer = moves[0]?.from ?? null
  if (payer !== null && (balances.get(payer) ?? 0n) < total) return false
  for (const { from, to, units } of moves) {
    add(from, -units)
    add(to, units)
  }
  return true
}

/** Lists what an action moves. In the EVM gas costs practically nothing. */
function listMoves(balances: Balances, action: PlannedAction): Move[] {
  const move = (from: string | null, to: string | null, amount: string): Move => ({
    from,
    to,
    units: parseUfix64(amount),
  })
  switch (action.kind) {
    case 'openAccounts':
      return action.names.map((name) => move(null, toHolding(name, 'FLOW'), action.flow))
    case 'issue':
      return [move(null, toHolding(action.to, 'TUSD'), action.amount)]
    case 'pay': {
      const { from, to, token, amount } = action
      return [move(toHolding(from, token), toHolding(to, token), amount)]
    }
    case 'payMany': {
      const payer = toHolding(action.from, action.token)
      return [...action.payments].map(([to, amount]) =>
        move(payer, toHolding(to, action.token), amount),
      )
    }
    case 'sweep': {
      const from = toHolding(action.victim, 'TUSD')
      return [{ from, to: toHolding(action.thief, 'TUSD'), units: balances.get(from) ?? 0n }]
    }
    case 'buyPrint':
      return [move(toHolding(action.buyer, 'TUSD'), toHolding('service', 'TUSD'), PRINT_PRICE)]
    case 'openVault':
      return [move(toHolding(action.owner, 'FLOW'), toHolding('service', 'FLOW'), VAULT_PRICE)]
    case 'depositToVault':
      return [move(toHolding(action.owner, 'TUSD'), null, action.amount)]
    case 'payInEvm':
      return [move(toHolding(action.from, 'EVM'), toHolding(action.to, 'EVM'), action.amount)]
    case 'payPrize':
      return [move(toHolding('game', 'EVM'), toHolding(action.to, 'EVM'), action.amount)]
    case 'payByKey':
      return [move(toHolding('key', 'EVM'), toHolding(action.to, 'EVM'), action.amount)]
    case 'openCoa':
    case 'depositToCoa':
      return [move(toHolding(action.owner, 'FLOW'), toHolding(action.owner, 'EVM'), action.amount)]
    case 'withdrawFromCoa':
      return [move(toHolding(action.owner, 'EVM'), toHolding(action.owner, 'FLOW'), action.amount)]
    case 'delegate':
      return [
        move(toHolding(action.owner, 'FLOW'), toHolding(action.owner, 'stake'), action.amount),
      ]
    case 'withdrawStake':
      return [
        move(toHolding(action.owner, 'stake'), toHolding(action.owner, 'FLOW'), action.amount),
      ]
    case 'withdrawRewards':
      return [move(null, toHolding(action.owner, 'FLOW'), action.amount)]
    default:
      return []
  }
}
