import { formatUfix64, parseUfix64 } from '@app/values/amount.ts'
import type { ActorName } from '../people/account-names.ts'
import type { Token } from '../people/assets.ts'
import { STORAGE_DEPOSIT } from '../people/transactions.ts'
import type { Action, ScheduledAction } from './scheduled-action.ts'

const PRINT_PRICE = '20.0'

/** Balances of all accounts by token; the service account has practically unlimited balances. */
interface Balances {
  balance(name: ActorName, token: Token): bigint
  add(name: ActorName, token: Token, units: bigint): void
  /** Moves the units and returns true, or returns false when the balance is too low. */
  move(from: ActorName, to: ActorName | null, payment: { token: Token; units: bigint }): boolean
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
  const balance = (name: ActorName, token: Token) => units.get(`${name} ${token}`) ?? 0n
  const add = (name: ActorName, token: Token, more: bigint) =>
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
function applyAction(balances: Balances, action: Action): Action | null {
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
        amount: STORAGE_DEPOSIT,
      })
    case 'sweepNfts':
    case 'awardPass':
    case 'sendNft':
      return action
  }
}

/** Returns the action when its payment can be made, else null. */
function applyPayment(
  balances: Balances,
  action: Action,
  {
    from,
    to,
    token,
    amount,
  }: { from: ActorName; to: ActorName | null; token: Token; amount: string },
): Action | null {
  return balances.move(from, to, { token, units: parseUfix64(amount) }) ? action : null
}

function applyManyPayments(
  balances: Balances,
  action: Extract<Action, { kind: 'payMany' }>,
): Action | null {
  const due = [...action.payments].map(([to, amount]) => ({ to, units: parseUfix64(amount) }))
  const total = due.reduce((sum, { units }) => sum + units, 0n)
  if (balances.balance(action.from, action.token) < total) return null
  for (const { to, units } of due) balances.move(action.from, to, { token: action.token, units })
  return action
}

function applyForwardShare(
  balances: Balances,
  action: Extract<Action, { kind: 'forwardShare' }>,
): Action {
  const { from, to, token, percent } = action
  const units = (balances.balance(from, token) * BigInt(percent)) / 100n
  balances.move(from, to, { token, units })
  return { kind: 'pay', from, to, token, amount: formatUfix64(units) }
}
