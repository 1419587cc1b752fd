import type { Facts } from '@app/score/facts.ts'
import { factsFromTransfers } from '@app/score/transfers/facts-from-transfers.ts'
import type { Transfer } from '@app/score/transfers/transfer.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { parseAmount, parseCount, parseText } from './fields.ts'
import { InvalidValueError } from './invalid-line-error.ts'
import { toUnits } from './units.ts'

/** The only coin of the research sets. */
export const COIN = 'coin'

/** An incoming transfer is dust if it is less than the balance at that time divided by this number. */
const DUST_DIVISOR = 100_000n

interface RawTransfer {
  seconds: number
  from: string
  /** `null` is the creation of a contract. */
  to: string | null
  units: bigint
}

/**
 * Parses a wallet's transfers, oldest first, into facts. Ignores moves between other parties, moves to itself
 * and moves of nothing.
 */
export function parseTransfers(value: unknown, address: string): Facts {
  if (!Array.isArray(value)) throw new InvalidValueError('transfers is not a list')
  const moves = value.map(parseRawTransfer)
  checkOrder(moves)
  return factsFromTransfers(
    ZERO_ADDRESS,
    markDust(moves.flatMap((move) => toWalletTransfers(address, move))),
  )
}

function parseRawTransfer(value: unknown, index: number): RawTransfer {
  const what = `transfer ${index + 1}`
  if (!Array.isArray(value) || value.length !== 4) {
    throw new InvalidValueError(`${what} is not [seconds, from, to, amount]`)
  }
  const [seconds, from, to, amount] = value as unknown[]
  return {
    seconds: parseCount(seconds, `the time of ${what}`),
    from: parseText(from, `the sender of ${what}`),
    to: to === null ? null : parseText(to, `the recipient of ${what}`),
    units: toUnits(parseAmount(amount, `the amount of ${what}`)),
  }
}

function checkOrder(moves: readonly RawTransfer[]): void {
  const index = moves.findIndex((move, i) => move.seconds < (moves[i - 1]?.seconds ?? 0))
  if (index >= 0)
    throw new InvalidValueError(`transfer ${index + 1} is older than the one before it`)
}

function toWalletTransfers(address: string, { from, to, units, seconds }: RawTransfer): Transfer[] {
  if (units === 0n || from === to) return []
  if (to === address) return [{ direction: 'in', counterparty: from, token: COIN, units, seconds }]
  if (from === address) return [{ direction: 'out', counterparty: to, token: COIN, units, seconds }]
  return []
}

function markDust(transfers: readonly Transfer[]): Transfer[] {
  let balance = 0n
  return transfers.map((transfer) => {
    const { direction, units } = transfer
    if (direction === 'in') balance += units
    else balance = units > balance ? 0n : balance - units
    const isDust = direction === 'in' && units * DUST_DIVISOR < balance
    return { ...transfer, isDust }
  })
}
