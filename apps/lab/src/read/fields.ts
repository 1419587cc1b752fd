import { FaultError } from './bad-line-error.ts'

type Fields = Record<string, unknown>

/** The value as an object with exactly these fields. Throws `FaultError` on anything else. */
export function objectWith(value: unknown, names: readonly string[], what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FaultError(`${what} is not an object`)
  }
  const fields = value as Fields
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new FaultError(`${what} has an unknown field '${unknown}'`)
  const missing = names.find((name) => !(name in fields))
  if (missing !== undefined) throw new FaultError(`${what} lacks '${missing}'`)
  return fields
}

/** A text that is not empty. */
export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new FaultError(`${what} is not a text`)
  return value
}

/** A finite number of 0 or more. */
export function amountOf(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new FaultError(`${what} is not a number`)
  }
  if (value < 0) throw new FaultError(`${what} is negative: ${value}`)
  return value
}

/** A whole number of 0 or more. */
export function countOf(value: unknown, what: string): number {
  const count = amountOf(value, what)
  if (!Number.isSafeInteger(count)) throw new FaultError(`${what} is not a whole number: ${count}`)
  return count
}
