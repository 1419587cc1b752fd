import { NodeAnswerError } from '../errors.ts'

/** `value` as a JSON object. These functions throw `NodeAnswerError`, which names `what` was expected. */
export function recordOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw unexpected(value, what)
}

/** `value` as a JSON array; nodes leave an empty list out or write null. */
export function listOf(value: unknown, what: string): unknown[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw unexpected(value, what)
  return value
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw unexpected(value, what)
  return value
}

/** A whole number, which nodes write as text. */
export function integerOf(value: unknown, what: string): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw unexpected(value, what)
  return number
}

/** Milliseconds since 1970 of an RFC 3339 time; digits below the millisecond are cut. */
export function timeMsOf(value: unknown, what: string): number {
  const ms = Date.parse(textOf(value, what))
  if (Number.isNaN(ms)) throw unexpected(value, what)
  return ms
}

function unexpected(value: unknown, what: string): NodeAnswerError {
  const text = JSON.stringify(value) ?? 'nothing'
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  return new NodeAnswerError(`The Flow access node answered with ${shown} in place of ${what}.`)
}
