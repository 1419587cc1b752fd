import { InvalidValueError } from './invalid-line-error.ts'

type Fields = Record<string, unknown>

/** Parses an object with exactly these fields. Throws `InvalidValueError` on anything else. */
export function parseObject(value: unknown, names: readonly string[], what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidValueError(`${what} is not an object`)
  }
  const fields = value as Fields
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new InvalidValueError(`${what} has an unknown field '${unknown}'`)
  const missing = names.find((name) => !(name in fields))
  if (missing !== undefined) throw new InvalidValueError(`${what} lacks '${missing}'`)
  return fields
}

/** Parses a non-empty string. Throws `InvalidValueError` on anything else. */
export function parseText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '')
    throw new InvalidValueError(`${what} is not a text`)
  return value
}

/** Parses a finite number of 0 or more. Throws `InvalidValueError` on anything else. */
export function parseAmount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InvalidValueError(`${what} is not a number`)
  }
  if (value < 0) throw new InvalidValueError(`${what} is negative: ${value}`)
  return value
}

/** Parses a safe integer of 0 or more. Throws `InvalidValueError` on anything else. */
export function parseCount(value: unknown, what: string): number {
  const count = parseAmount(value, what)
  if (!Number.isSafeInteger(count))
    throw new InvalidValueError(`${what} is not a whole number: ${count}`)
  return count
}
