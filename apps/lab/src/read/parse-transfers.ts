import type { Facts } from '@app/score/facts.ts'
import { factsFromTransfers } from '@app/score/transfers/facts-from-transfers.ts'
import type { Transfer } from '@app/score/transfers/transfer.ts'
import { FaultError } from './bad-line-error.ts'
import { amountOf, countOf, textOf } from './fields.ts'
import { NO_ADDRESS } from './no-address.ts'
import { unitsOf } from './units.ts'

/** The one coin of the research sets. */
export const COIN = 'coin'

/** What comes in below this share of the balance at the time is dust. */
const DUST_SHARE = 100_000n

interface Move {
  seconds: number
  from: string
  /** `null` is the creation of a contract. */
  to: string | null
  units: bigint
}

/**
 * Facts of a wallet from its transfers, oldest first. Moves of other parties, moves to itself and moves
 * of nothing are no transfers of the wallet.
 */
export function parseTransfers(value: unknown, address: string): Facts {
  if (!Array.isArray(value)) throw new FaultError('transfers is not a list')
  const moves = value.map(parseMove)
  checkOrder(moves)
  return factsFromTransfers(NO_ADDRESS, markDust(moves.flatMap((move) => seenFrom(address, move))))
}

function parseMove(value: unknown, index: number): Move {
  const what = `transfer ${index + 1}`
  if (!Array.isArray(value) || value.length !== 4) {
    throw new FaultError(`${what} is not [seconds, from, to, amount]`)
  }
  const [seconds, from, to, amount] = value as unknown[]
  return {
    seconds: countOf(seconds, `the time of ${what}`),
    from: textOf(from, `the sender of ${what}`),
    to: to === null ? null : textOf(to, `the recipient of ${what}`),
    units: unitsOf(amountOf(amount, `the amount of ${what}`)),
  }
}

function checkOrder(moves: readonly Move[]): void {
  const index = moves.findIndex((move, i) => move.seconds < (moves[i - 1]?.seconds ?? 0))
  if (index >= 0) throw new FaultError(`transfer ${index + 1} is older than the one before it`)
}

function seenFrom(address: string, { from, to, units, seconds }: Move): Transfer[] {
  if (units === 0n || from === to) return []
  if (to === address) return [{ side: 'in', counterparty: from, token: COIN, units, seconds }]
  if (from === address) return [{ side: 'out', counterparty: to, token: COIN, units, seconds }]
  return []
}

function markDust(transfers: readonly Transfer[]): Transfer[] {
  let balance = 0n
  return transfers.map((transfer) => {
    const { side, units } = transfer
    if (side === 'in') balance += units
    else balance = units > balance ? 0n : balance - units
    const isDust = side === 'in' && units * DUST_SHARE < balance
    return { ...transfer, isDust }
  })
}
