import type { Address } from '@app/values/address.ts'
import { formatUfix64 } from '@app/values/amount.ts'

/** A Cadence value in JSON-CDC, as the Access API takes arguments. */
export interface CadenceValue {
  type: string
  value: unknown
}

/** A transaction or script with its arguments; `import "Name"` is not resolved yet. */
export interface CadenceCall {
  /** Path of the source without its ending, such as 'tokens/send_tokens'. */
  name: string
  cadence: string
  args: CadenceValue[]
}

export type StoragePath = `/storage/${string}`
export type PublicPath = `/public/${string}`

type Encode<T> = (value: T) => CadenceValue

export const string: Encode<string> = (value) => ({ type: 'String', value })
export const bool: Encode<boolean> = (value) => ({ type: 'Bool', value })
export const address: Encode<Address> = (value) => ({ type: 'Address', value })
export const int: Encode<number | bigint> = (value) => ({ type: 'Int', value: value.toString() })
export const uint64: Encode<bigint> = (value) => ({ type: 'UInt64', value: value.toString() })

/** A UFix64 from units of 10⁻⁸. */
export const ufix64: Encode<bigint> = (units) => ({ type: 'UFix64', value: formatUfix64(units) })

export const storagePath: Encode<StoragePath> = (path) => pathValue('storage', path)
export const publicPath: Encode<PublicPath> = (path) => pathValue('public', path)

/** Encodes `null` as nil and anything else with `encode`. */
export function optionalOf<T>(encode: Encode<T>): Encode<T | null> {
  return (value) => ({ type: 'Optional', value: value === null ? null : encode(value) })
}

/** Encodes every element with `encode`. */
export function arrayOf<T>(encode: Encode<T>): Encode<readonly T[]> {
  return (values) => ({ type: 'Array', value: values.map(encode) })
}

/** Encodes a map as a dictionary, in the map's order. */
export function dictionaryOf<K, V>(key: Encode<K>, value: Encode<V>): Encode<ReadonlyMap<K, V>> {
  return (entries) => ({
    type: 'Dictionary',
    value: [...entries].map(([k, v]) => ({ key: key(k), value: value(v) })),
  })
}

function pathValue(domain: string, path: string): CadenceValue {
  return { type: 'Path', value: { domain, identifier: path.slice(domain.length + 2) } }
}
