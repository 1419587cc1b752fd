import { NodeInvalidResponseError } from '../errors.ts'

/** How JSON writes U+0000 and half of a surrogate pair; also whole pairs, which stay as they are. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * Parses JSON from a node. Anybody can put any text on the chain, and PostgreSQL stores neither U+0000 nor half of a
 * surrogate pair: each becomes U+FFFD, so that every text can be stored. Such a text no longer has the hash that a
 * contract computed of it: who shows it beside its hash must compare the two. Throws `SyntaxError`.
 */
export function parseNodeJson(text: string): unknown {
  if (!SUSPECT_ESCAPE.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? toStorable(value) : value))
}

const toStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/**
 * Returns `value` as a JSON object. The following functions throw `NodeInvalidResponseError`,
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
