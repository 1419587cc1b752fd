import { formatUfix64, parseUfix64 } from '@app/values/amount.ts'
import type { Token } from '../people/assets.ts'
import type { Actor } from '../people/cast.ts'
import { STORAGE_DEPOSIT } from '../people/deeds.ts'
import type { Act, Moment } from './moment.ts'

const PRINT_PRICE = '20.0'

/** What everybody has of every token; the service account never runs dry. */
interface Books {
  balance(name: Actor, token: Token): bigint
  add(name: Actor, token: Token, units: bigint): void
  /** Moves the units and returns true, or returns false when there are not so many. */
  move(from: Actor, to: Actor | null, payment: { token: Token; units: bigint }): boolean
}

/**
 * The moments in their order of time without the payments that nobody could make, and with the
 * amounts of what is passed on filled in.
 */
export function keepBooks(moments: readonly Moment[]): Moment[] {
  const books = openBooks()
  return moments.flatMap(({ atMs, act }) => {
    const done = enter(books, act)
    return done === null ? [] : [{ atMs, act: done }]
  })
}

function openBooks(): Books {
  const units = new Map<string, bigint>([
    ['service TUSD', 10n ** 15n],
    ['service LOTUS', 10n ** 14n],
    ['service FLOW', 10n ** 15n],
  ])
  const balance = (name: Actor, token: Token) => units.get(`${name} ${token}`) ?? 0n
  const add = (name: Actor, token: Token, more: bigint) =>
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

/** Enters the act in the books; null when it cannot happen. */
function enter(books: Books, act: Act): Act | null {
  switch (act.kind) {
    case 'open':
      for (const name of act.names) books.add(name, 'FLOW', parseUfix64(act.flow))
      return act
    case 'issue':
      books.add(act.to, 'TUSD', parseUfix64(act.amount))
      return act
    case 'pay':
      return enterPayment(books, act, act)
    case 'payMany':
      return enterMany(books, act)
    case 'passOn':
      return enterPassOn(books, act)
    case 'sweep': {
      const units = books.balance(act.victim, 'TUSD')
      return books.move(act.victim, act.thief, { token: 'TUSD', units }) ? act : null
    }
    case 'buyPrint':
      return enterPayment(books, act, {
        from: act.buyer,
        to: 'service',
        token: 'TUSD',
        amount: PRINT_PRICE,
      })
    case 'entrust':
      return enterPayment(books, act, {
        from: act.owner,
        to: null,
        token: 'TUSD',
        amount: act.amount,
      })
    case 'openVault':
      return enterPayment(books, act, {
        from: act.owner,
        to: 'service',
        token: 'FLOW',
        amount: STORAGE_DEPOSIT,
      })
    case 'sweepNfts':
    case 'awardPass':
    case 'giveNft':
      return act
  }
}

/** The act when its payment can be made, else null. */
function enterPayment(
  books: Books,
  act: Act,
  { from, to, token, amount }: { from: Actor; to: Actor | null; token: Token; amount: string },
): Act | null {
  return books.move(from, to, { token, units: parseUfix64(amount) }) ? act : null
}

function enterMany(books: Books, act: Extract<Act, { kind: 'payMany' }>): Act | null {
  const due = [...act.payments].map(([to, amount]) => ({ to, units: parseUfix64(amount) }))
  const total = due.reduce((sum, { units }) => sum + units, 0n)
  if (books.balance(act.from, act.token) < total) return null
  for (const { to, units } of due) books.move(act.from, to, { token: act.token, units })
  return act
}

function enterPassOn(books: Books, act: Extract<Act, { kind: 'passOn' }>): Act {
  const { from, to, token, percent } = act
  const units = (books.balance(from, token) * BigInt(percent)) / 100n
  books.move(from, to, { token, units })
  return { kind: 'pay', from, to, token, amount: formatUfix64(units) }
}
