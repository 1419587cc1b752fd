import { NodeInvalidResponseError } from '../errors.ts'

/**
 * Returns `value` as a JSON object. The functions of this file throw `NodeInvalidResponseError`,
 * whose message contains `expected`.
 */
export function parseObject(value: unknown, expected: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw createUnexpectedValueError(value, expected)
}

/** Returns `value` as a JSON array; nodes send an empty list as null or omit it. */
export function parseArray(value: unknown, expected: string): unknown[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw createUnexpectedValueError(value, expected)
  return value
}

export function parseString(value: unknown, expected: string): string {
  if (typeof value !== 'string') throw createUnexpectedValueError(value, expected)
  return value
}

/** Parses an integer, which nodes send as text. */
export function parseInteger(value: unknown, expected: string): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw createUnexpectedValueError(value, expected)
  return number
}

/** Parses a natural number of any size, which nodes send as text. */
export function parseUnits(value: unknown, expected: string): bigint {
  if (typeof value !== 'string' || !/^\d+$/.test(value))
    throw createUnexpectedValueError(value, expected)
  return BigInt(value)
}

/** Parses an RFC 3339 time to Unix milliseconds; smaller digits are cut off. */
export function parseTimeMs(value: unknown, expected: string): number {
  const ms = Date.parse(parseString(value, expected))
  if (Number.isNaN(ms)) throw createUnexpectedValueError(value, expected)
  return ms
}

export function createUnexpectedValueError(
  value: unknown,
  expected: string,
): NodeInvalidResponseError {
  const text = formatJson(value)
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  return new NodeInvalidResponseError(
    `The Flow access node answered with ${shown} instead of ${expected}.`,
  )
}

function formatJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing'
  } catch (error) {
    if (error instanceof RangeError) return 'JSON that is nested too deeply'
    throw error
  }
}
