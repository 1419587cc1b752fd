import type { Facts } from '@app/score/facts.ts'
import { buildFactsFromTransfers } from '@app/score/transfers/build-facts-from-transfers.ts'
import type { Transfer } from '@app/score/transfers/transfer.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import * as Type from 'typebox'
import { InvalidValueError } from './invalid-line-error.ts'
import { AmountSchema, CountSchema, TextSchema } from './parse-value.ts'
import { toUnits } from './units.ts'

/** The only coin of the research sets. */
export const COIN = 'coin'

/** An incoming transfer is dust if it is less than the balance at that time divided by this number. */
const DUST_DIVISOR = 100_000n

/** Seconds, sender, recipient (`null` is the creation of a contract) and amount of each transfer, oldest first. */
export const TransfersSchema = Type.Array(
  Type.Tuple([CountSchema, TextSchema, Type.Union([TextSchema, Type.Null()]), AmountSchema]),
)

type RawTransfer = Type.Static<typeof TransfersSchema>[number]

/**
 * Turns a wallet's transfers into facts. Ignores moves between other parties, moves to itself and moves of
 * nothing. Throws `InvalidValueError` when they are not in order.
 */
export function toFactsFromTransfers(transfers: readonly RawTransfer[], address: string): Facts {
  assertChronological(transfers)
  return buildFactsFromTransfers(
    ZERO_ADDRESS,
    markDust(transfers.flatMap((transfer) => toWalletTransfers(address, transfer))),
  )
}

function assertChronological(transfers: readonly RawTransfer[]): void {
  const index = transfers.findIndex(([seconds], i) => seconds < (transfers[i - 1]?.[0] ?? 0))
  if (index >= 0) throw new InvalidValueError(`transfers.${index} is older than the one before it`)
}

function toWalletTransfers(address: string, [seconds, from, to, amount]: RawTransfer): Transfer[] {
  const units = toUnits(amount)
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
