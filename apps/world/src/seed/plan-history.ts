import { formatUfix64, parseUfix64 } from '@app/values/amount.ts'
import { type Token, VAULT_PRICE } from '../people/transactions.ts'
import {
  createCalendar,
  type EvmAction,
  type PlannedAction,
  type ScheduledAction,
  type StakingAction,
} from './calendar.ts'
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

/** A token of an account, or FLOW that it has in the EVM or at stake. */
type Holding = Token | 'EVM' | 'stake'

/** Who has something: an account, or somebody else in the EVM. */
type Holder = string

/** Balances of all accounts; the service account has practically unlimited ones. */
interface Balances {
  balance(name: Holder, token: Holding): bigint
  add(name: Holder, token: Holding, units: bigint): void
  /** Moves the units and returns true, or returns false when the balance is too low. */
  move(from: Holder, to: Holder | null, payment: { token: Holding; units: bigint }): boolean
}

/**
 * Returns the actions, which must be sorted by time, without payments that the payer cannot make,
 * and with each `forwardShare` replaced by a payment of its amount.
 */
export function removeUnaffordablePayments(actions: readonly ScheduledAction[]): ScheduledAction[] {
  const balances = createBalances()
  return actions.flatMap(({ atMs, action }) => {
    const applied = applyAction(balances, action)
    return applied === null ? [] : [{ atMs, action: applied }]
  })
}

function createBalances(): Balances {
  const units = new Map<string, bigint>([
    ['service TUSD', 10n ** 15n],
    ['service LOTUS', 10n ** 14n],
    ['service FLOW', 10n ** 15n],
  ])
  const balance = (name: Holder, token: Holding) => units.get(`${name} ${token}`) ?? 0n
  const add = (name: Holder, token: Holding, more: bigint) =>
    void units.set(`${name} ${token}`, balance(name, token) + more)
  return {
    balance,
    add,
    move: (from, to, payment) => {
      if (balance(from, payment.token) < payment.units) return false
      add(from, payment.token, -payment.units)
      if (to !== null) add(to, payment.token, payment.units)
      return true
    },
  }
}

/** Applies the action to the balances; null when a balance is too low. */
function applyAction(balances: Balances, action: PlannedAction): PlannedAction | null {
  switch (action.kind) {
    case 'openAccounts':
      for (const name of action.names) balances.add(name, 'FLOW', parseUfix64(action.flow))
      return action
    case 'issue':
      balances.add(action.to, 'TUSD', parseUfix64(action.amount))
      return action
    case 'pay':
      return applyPayment(balances, action, action)
    case 'payMany':
      return applyManyPayments(balances, action)
    case 'forwardShare':
      return applyForwardShare(balances, action)
    case 'sweep': {
      const units = balances.balance(action.victim, 'TUSD')
      return balances.move(action.victim, action.thief, { token: 'TUSD', units }) ? action : null
    }
    case 'buyPrint':
      return applyPayment(balances, action, {
        from: action.buyer,
        to: 'service',
        token: 'TUSD',
        amount: PRINT_PRICE,
      })
    case 'depositToVault':
      return applyPayment(balances, action, {
        from: action.owner,
        to: null,
        token: 'TUSD',
        amount: action.amount,
      })
    case 'openVault':
      return applyPayment(balances, action, {
        from: action.owner,
        to: 'service',
        token: 'FLOW',
        amount: VAULT_PRICE,
      })
    case 'sweepNfts':
    case 'awardPass':
    case 'sendNft':
      return action
    default:
      return applyOutsideOfVaults(balances, action)
  }
}

/** Applies an action with FLOW in the EVM, where gas costs practically nothing, or at stake. */
function applyOutsideOfVaults(
  balances: Balances,
  action: EvmAction | StakingAction,
): PlannedAction | null {
  switch (action.kind) {
    case 'openCoa':
    case 'depositToCoa':
      return applyOwnMove(balances, action, ['FLOW', 'EVM'])
    case 'withdrawFromCoa':
      return applyOwnMove(balances, action, ['EVM', 'FLOW'])
    case 'payInEvm':
      return applyPayment(balances, action, { ...action, token: 'EVM' })
    case 'payPrize':
      return applyPayment(balances, action, { ...action, from: 'game', token: 'EVM' })
    case 'payByKey':
      return applyPayment(balances, action, { ...action, from: 'key', token: 'EVM' })
    case 'delegate':
      return applyOwnMove(balances, action, ['FLOW', 'stake'])
    case 'withdrawStake':
      return applyOwnMove(balances, action, ['stake', 'FLOW'])
    case 'withdrawRewards':
      balances.add(action.owner, 'FLOW', parseUfix64(action.amount))
      return action
    case 'deployGame':
    case 'registerNode':
    case 'beginEpoch':
    case 'unstake':
      return action
  }
}

/** Moves what an account has from one place to another, and returns the action, or null when it has too little. */
function applyOwnMove<T extends PlannedAction & { owner: Holder; amount: string }>(
  balances: Balances,
  action: T,
  [from, to]: readonly [Holding, Holding],
): T | null {
  const units = parseUfix64(action.amount)
  if (!balances.move(action.owner, null, { token: from, units })) return null
  balances.add(action.owner, to, units)
  return action
}

/** Returns the action when its payment can be made, else null. */
function applyPayment(
  balances: Balances,
  action: PlannedAction,
  { from, to, token, amount }: { from: Holder; to: Holder | null; token: Holding; amount: string },
): PlannedAction | null {
  return balances.move(from, to, { token, units: parseUfix64(amount) }) ? action : null
}

function applyManyPayments(
  balances: Balances,
  action: Extract<PlannedAction, { kind: 'payMany' }>,
): PlannedAction | null {
  const due = [...action.payments].map(([to, amount]) => ({ to, units: parseUfix64(amount) }))
  const total = due.reduce((sum, { units }) => sum + units, 0n)
  if (balances.balance(action.from, action.token) < total) return null
  for (const { to, units } of due) balances.move(action.from, to, { token: action.token, units })
  return action
}

function applyForwardShare(
  balances: Balances,
  action: Extract<PlannedAction, { kind: 'forwardShare' }>,
): PlannedAction {
  const { from, to, token, percent } = action
  const units = (balances.balance(from, token) * BigInt(percent)) / 100n
  balances.move(from, to, { token, units })
  return { kind: 'pay', from, to, token, amount: formatUfix64(units) }
}
