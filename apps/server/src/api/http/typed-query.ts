import type { TSchema } from 'typebox'

interface FieldSchema {
  type?: unknown
  default?: unknown
}

/**
 * The declared fields of a path or a query: whole numbers as numbers, absent ones at their defaults.
 * What is not declared is left out, and what does not fit stays text for the check to refuse.
 */
export function typedQuery(schema: TSchema, value: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, FieldSchema> }
  const given = (value ?? {}) as Record<string, unknown>
  const typed: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const text = Object.hasOwn(given, name) ? given[name] : field.default
    if (text !== undefined) typed[name] = field.type === 'integer' ? wholeNumber(text) : text
  }
  return typed
}

function wholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
