import type { Address } from '@app/values/address.ts'
import { formatUfix64 } from '@app/values/amount.ts'

/** An argument of a script or transaction, in JSON-CDC. */
export interface CadenceArg {
  readonly type: string
  readonly value: unknown
}

export type CadenceInteger =
  | `Int${'' | 8 | 16 | 32 | 64 | 128 | 256}`
  | `UInt${'' | 8 | 16 | 32 | 64 | 128 | 256}`
  | `Word${8 | 16 | 32 | 64 | 128 | 256}`

/** Creates arguments by Cadence type: `arg.array([arg.address(a), arg.address(b)])`. */
export const arg = {
  address: (value: Address): CadenceArg => ({ type: 'Address', value }),
  string: (value: string): CadenceArg => ({ type: 'String', value }),
  bool: (value: boolean): CadenceArg => ({ type: 'Bool', value }),
  integer: (type: CadenceInteger, value: bigint | number): CadenceArg => ({
    type,
    value: BigInt(value).toString(),
  }),
  /** Amount in units of 10⁻⁸. */
  ufix64: (units: bigint): CadenceArg => ({ type: 'UFix64', value: formatUfix64(units) }),
  optional: (value: CadenceArg | null): CadenceArg => ({ type: 'Optional', value }),
  array: (value: readonly CadenceArg[]): CadenceArg => ({ type: 'Array', value }),
  /** Bytes as [UInt8]. */
  bytes: (bytes: Uint8Array): CadenceArg => ({
    type: 'Array',
    value: Array.from(bytes, (byte) => ({ type: 'UInt8', value: byte.toString() })),
  }),
  dictionary: (entries: readonly { key: CadenceArg; value: CadenceArg }[]): CadenceArg => ({
    type: 'Dictionary',
    value: entries,
  }),
  path: (domain: 'public' | 'storage', identifier: string): CadenceArg => ({
    type: 'Path',
    value: { domain, identifier },
  }),
}

/** Encodes an argument as the JSON text that nodes accept. */
export function encodeArg(argument: CadenceArg): string {
  return JSON.stringify(argument)
}
