import type { TSchema } from 'typebox'

/**
 * The declared fields of a path or a query, whole numbers as numbers. What is not declared is left
 * out, and what does not fit stays text for the check to refuse.
 */
export function parseQuery(schema: TSchema, value: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  const given = (value ?? {}) as Record<string, unknown>
  const declared = Object.entries(properties).filter(([name]) => Object.hasOwn(given, name))
  return Object.fromEntries(
    declared.map(([name, { type }]) => {
      const text = given[name]
      return [name, type === 'integer' ? parseWholeNumber(text) : text]
    }),
  )
}

function parseWholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
