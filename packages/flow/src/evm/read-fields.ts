import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import * as Rlp from 'ox/Rlp'

/** An event that does not have the shape that the chain gives it, and why. */
export interface UnreadableEvent {
  kind: 'unreadable'
  /** At most 200 characters. */
  reason: string
}

/** A string of bytes, or a list of such values. */
export type RlpValue = Uint8Array | readonly RlpValue[]

/** No event of the chain is larger: those of a whole transaction have at most 256,000 bytes. */
const MAX_BYTES = 1_000_000
const MAX_REASON_LENGTH = 200

/**
 * Returns the result, or why there is none. Contracts choose most of what is decoded here: whatever
 * it is, the indexer goes on, and the reason is shown.
 */
export function readOrExplain<T>(read: () => T): T | UnreadableEvent {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'unreadable', reason: reason.slice(0, MAX_REASON_LENGTH) }
  }
}

/** Returns a field of type [UInt8] or [UInt8; n]. The functions of this file throw `TypeError`. */
export function getBytes(fields: Record<string, unknown>, name: string): Uint8Array {
  const values = fields[name]
  if (!Array.isArray(values)) throw new TypeError(`${name} is no array`)
  if (values.length > MAX_BYTES) throw new TypeError(`${name} has ${values.length} bytes`)
  const bytes = new Uint8Array(values.length)
  for (let index = 0; index < bytes.length; index++) {
    const value: unknown = values[index]
    if (typeof value !== 'bigint' || value < 0n || value > 255n) {
      throw new TypeError(`${name} has a value that is no UInt8`)
    }
    bytes[index] = Number(value)
  }
  return bytes
}

export function getText(fields: Record<string, unknown>, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new TypeError(`${name} is no text`)
  return value
}

/** Returns a field with an address in the EVM, with or without 0x. */
export function getEvmAddress(fields: Record<string, unknown>, name: string): EvmAddress {
  return toEvmAddress(getText(fields, name))
}

/** Returns an unsigned integer of any size, or the units of a UFix64. */
export function getUnsigned(fields: Record<string, unknown>, name: string): bigint {
  const value = fields[name]
  if (typeof value !== 'bigint' || value < 0n) throw new TypeError(`${name} is no natural number`)
  return value
}

export function getSafeInteger(fields: Record<string, unknown>, name: string): number {
  const value = Number(getUnsigned(fields, name))
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} is too large`)
  return value
}

export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** Decodes one value of RLP (Ethereum's Recursive Length Prefix), which is a list. */
export function readRlpList(bytes: Uint8Array): readonly RlpValue[] {
  return asList(Rlp.toBytes(bytes))
}

export function asList(value: RlpValue | undefined): readonly RlpValue[] {
  if (value === undefined || isBytes(value)) throw new TypeError('RLP has bytes instead of a list')
  return value
}

/** Returns bytes, of the given number unless it is left out. */
export function asBytes(value: RlpValue | undefined, length?: number): Uint8Array {
  if (value === undefined || !isBytes(value))
    throw new TypeError('RLP has no bytes where they belong')
  if (length !== undefined && value.length !== length) {
    throw new TypeError(`RLP has ${value.length} bytes instead of ${length}`)
  }
  return value
}

export function asEvmAddress(value: RlpValue | undefined): EvmAddress {
  return toEvmAddress(toHex(asBytes(value, 20)))
}

/** Returns an unsigned integer of at most 256 bits, in big-endian order. */
export function asUnsigned(value: RlpValue | undefined): bigint {
  const bytes = asBytes(value)
  if (bytes.length > 32) throw new TypeError(`RLP has a number of ${bytes.length} bytes`)
  return toUnsigned(bytes)
}

export const toUnsigned = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`)

const isBytes = (value: RlpValue): value is Uint8Array => value instanceof Uint8Array
