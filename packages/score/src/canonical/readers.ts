import { type Address, parseAddress } from '@app/values/address.ts'
import { UnreadableInputError } from './unreadable-input-error.ts'

/** Reads the JSON value at `path`. Throws `UnreadableInputError` when it has another type. */
export type Reader<T> = (value: unknown, path: string) => T

/** Creates a reader that returns values unchanged if `accepts` is true for them. */
export function createReader<T>(
  expected: string,
  accepts: (value: unknown) => value is T,
): Reader<T> {
  return (value, path) => (accepts(value) ? value : throwUnreadable(path, expected, value))
}

/** A non-negative safe integer. */
export const readCount = createReader(
  'a whole number from 0 on',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
)

/** A number from 0 to 1. */
export const readShare = createReader(
  'a number from 0 to 1',
  (value): value is number => typeof value === 'number' && value >= 0 && value <= 1,
)

export const readString = createReader(
  'a text',
  (value): value is string => typeof value === 'string',
)

export const readBoolean = createReader(
  'true or false',
  (value): value is boolean => typeof value === 'boolean',
)

/** 64 hex digits in lower case. */
export const readHash = createReader(
  '64 hex digits',
  (value): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
)

/** An address in lower case. */
export const readAddress = createReader(
  'an address in lower case',
  (value): value is Address => typeof value === 'string' && parseAddress(value) === value,
)

/** A bigint amount, which canonical JSON holds as decimal text without leading zeros. */
export const readUnits: Reader<bigint> = (value, path) =>
  typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value)
    ? BigInt(value)
    : throwUnreadable(path, 'an amount as decimal text', value)

/** Creates a reader that also accepts null. */
export function nullable<T>(read: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : read(value, path))
}

/** Creates a reader of arrays whose items `read` accepts. */
export function createListReader<T>(read: Reader<T>): Reader<T[]> {
  return (value, path) =>
    Array.isArray(value)
      ? value.map((item, index) => read(item, `${path}[${index}]`))
      : throwUnreadable(path, 'a list', value)
}

/** Creates a reader of objects with exactly these fields. */
export function createObjectReader<T extends object>(
  fields: { [K in keyof T]-?: Reader<T[K]> },
): Reader<T> {
  return (value, path) => {
    const record = readRecord(value, path)
    const unknown = Object.keys(record).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined) throwUnreadable(`${path}.${unknown}`, 'absent', record[unknown])
    const names = Object.keys(fields) as (keyof T & string)[]
    const entries = names.map((name) => [name, fields[name](record[name], `${path}.${name}`)])
    return Object.fromEntries(entries) as T
  }
}

/** Checks that the value is an object; its fields are not checked. */
export function readRecord(value: unknown, path: string): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : throwUnreadable(path, 'an object', value)
}

function throwUnreadable(path: string, expected: string, value: unknown): never {
  throw new UnreadableInputError({ path, expected, found: JSON.stringify(value) ?? 'missing' })
}
