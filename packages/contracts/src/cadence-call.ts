import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { arg, type CadenceArg, type CadenceInteger } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './resolve-imports.ts'

/** A parameter of a transaction or script: its type in Cadence, and how a value becomes an argument of it. */
export interface Parameter<T> {
  type: string
  encode: (value: T) => CadenceArg
}

const simple = <T>(type: string, encode: (value: T) => CadenceArg): Parameter<T> => ({
  type,
  encode,
})

const integer = (type: CadenceInteger) =>
  simple(type, (value: bigint | number) => arg.integer(type, value))

const path = (type: string, domain: 'public' | 'storage') =>
  simple(type, (identifier: string) => arg.path(domain, identifier))

export const address = simple<Address>('Address', arg.address)
export const bool = simple('Bool', arg.bool)
export const string = simple('String', arg.string)
/** In units of 10⁻⁸. */
export const ufix64 = simple('UFix64', arg.ufix64)
export const int = integer('Int')
export const uint8 = integer('UInt8')
export const uint64 = integer('UInt64')
/** Given by its identifier, such as 'flowTokenVault'. */
export const storagePath = path('StoragePath', 'storage')
export const publicPath = path('PublicPath', 'public')

export const optional = <T>({ type, encode }: Parameter<T>): Parameter<T | null> => ({
  type: `${type}?`,
  encode: (value) => arg.optional(value === null ? null : encode(value)),
})

export const list = <T>({ type, encode }: Parameter<T>): Parameter<readonly T[]> => ({
  type: `[${type}]`,
  encode: (values) => arg.array(values.map(encode)),
})

export const dictionary = <K, V>(
  key: Parameter<K>,
  value: Parameter<V>,
): Parameter<ReadonlyMap<K, V>> => ({
  type: `{${key.type}: ${value.type}}`,
  encode: (map) =>
    arg.dictionary([...map].map(([k, v]) => ({ key: key.encode(k), value: value.encode(v) }))),
})

type Parameters = Readonly<Record<string, Parameter<never>>>

/** An object with a value for each parameter; nothing where there is none. */
type Arguments<P extends Parameters> = keyof P extends never
  ? []
  : [values: { [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never }]

/** Builds calls of one file, from typed values. */
interface CallBuilder<P extends Parameters> {
  (...values: Arguments<P>): CadenceCall
  /** Path of the source in this package. */
  readonly file: string
  readonly parameters: P
}

/** Defines the calls of `transactions/<path>.cdc`, whose source is read at once; throws when it is not there. */
export const transaction = <P extends Parameters>(path: string, parameters: P): CallBuilder<P> =>
  defineCall(path, `transactions/${path}.cdc`, parameters)

/** Defines the calls of `scripts/<path>.cdc`, as `transaction` does. */
export const script = <P extends Parameters>(path: string, parameters: P): CallBuilder<P> =>
  defineCall(path, `scripts/${path}.cdc`, parameters)

const PACKAGE = join(import.meta.dirname, '..')

function defineCall<P extends Parameters>(name: string, file: string, parameters: P) {
  const cadence = readFileSync(join(PACKAGE, file), 'utf8')
  const encoders = Object.entries(parameters)
  const build = (...[values]: Arguments<P>): CadenceCall => ({
    name,
    cadence,
    args: encoders.map(([key, { encode }]) => encode(Reflect.get(values ?? {}, key) as never)),
  })
  return Object.assign(build, { file, parameters })
}
