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

/** Parses an RFC 3339 time to Unix milliseconds; smaller digits are cut off. */
export function parseTimeMs(value: unknown, expected: string): number {
  const ms = Date.parse(parseString(value, expected))
  if (Number.isNaN(ms)) throw createUnexpectedValueError(value, expected)
  return ms
}

function createUnexpectedValueError(value: unknown, expected: string): NodeInvalidResponseError {
  const text = JSON.stringify(value) ?? 'nothing'
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  return new NodeInvalidResponseError(
    `The Flow access node answered with ${shown} instead of ${expected}.`,
  )
}
