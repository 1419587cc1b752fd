import { toAddress, ZERO_ADDRESS } from '@app/values/address.ts'
import * as Type from 'typebox'

// `description` completes the sentence "… should be <description>, but is …" of `parseInputs`,
// `default` is the value in the facts of an account without events.

/** A non-negative safe integer. */
export const CountSchema = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a whole number from 0 on',
  default: 0,
})

/** A number from 0 to 1. */
export const ShareSchema = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'a number from 0 to 1',
})

export const TextSchema = Type.String({ description: 'a text' })

export const FlagSchema = Type.Boolean({ description: 'true or false' })

/** 64 hex digits in lower case. */
export const HashSchema = Type.String({ pattern: '^[0-9a-f]{64}$', description: '64 hex digits' })

/** An address in lower case. */
export const AddressSchema = Type.Codec(
  Type.String({
    pattern: '^0x[0-9a-f]{16}$',
    description: 'an address in lower case',
    default: ZERO_ADDRESS,
  }),
)
  .Decode(toAddress)
  .Encode((address): string => address)

/** A bigint amount, which canonical JSON holds as decimal text without leading zeros. */
export const UnitsSchema = Type.Codec(
  Type.String({
    pattern: '^(0|[1-9][0-9]*)$',
    description: 'an amount as decimal text',
    default: '0',
  }),
)
  .Decode(BigInt)
  .Encode(String)

/** An object with exactly these fields. */
export function buildExactObject<T extends Type.TProperties>(fields: T) {
  return Type.Object(fields, { additionalProperties: false, description: 'an object' })
}

/** An array, empty by default. */
export function buildList<T extends Type.TSchema>(item: T) {
  return Type.Array(item, { description: 'a list', default: [] })
}

/** The schema or null, which is the default unless `empty` is given. */
export function buildNullable<T extends Type.TSchema>(
  schema: T,
  empty: number | string | null = null,
) {
  return Type.Union([schema, Type.Null()], { default: empty })
}
