import { listEvmEventTypes } from '@app/flow/evm/decode-evm-event.ts'
import type { Network } from '@app/values/network.ts'
import { type EventKind, getEventKindByType } from './event-kinds.ts'
import { isPlaceEventType } from './place-events.ts'

/**
 * Number of the decoding: it grows by one when other rows follow from the same blocks. Ranges that were indexed by an
 * earlier one are then read again (`stages/create-downward-stages.ts`).
 *
 * A new decoding may add rows of every kind, and may change or drop transfers. It keeps all other rows, and what is known
 * of Cadence-owned accounts.
 */
export const DECODING = 2

/** What one decoding reads of a block. */
export interface Decoding {
  number: number
  /** Kinds of events that only later decodings know: `evm` all of the EVM, `own places` those of stakes, vaults and children. */
  without: readonly (EventKind | 'evm' | 'own places')[]
}

/** The decodings by which a score can be verified, oldest first. */
const DECODINGS: readonly Decoding[] = [
  { number: 1, without: ['evm', 'own places'] },
  { number: DECODING, without: [] },
]

/** Returns a decoding by its number. Throws `RangeError` for one that this release does not know. */
export function getDecoding(number: number): Decoding {
  const found = DECODINGS.find((decoding) => decoding.number === number)
  if (found === undefined) throw new RangeError(`the decoding ${number} is unknown`)
  return found
}

/** Lists a decoding and those before it, newest first. Throws `RangeError` for one that this release does not know. */
export const listDecodings = (number: number): [Decoding, ...Decoding[]] => [
  getDecoding(number),
  ...DECODINGS.filter((decoding) => decoding.number < number).toReversed(),
]

/** Returns whether the rows of a decoding can follow from events of a type. */
export function readsEventType({ without }: Decoding, type: string, network: Network): boolean {
  if (listEvmEventTypes(network).includes(type)) return !without.includes('evm')
  if (isPlaceEventType(type, network)) return !without.includes('own places')
  const kind = getEventKindByType(network).get(type)
  return kind === undefined || !without.includes(kind)
}
