import type { TSchema } from 'typebox'

/**
 * Returns the declared fields of a path or query, with whole numbers converted. Undeclared fields
 * are left out; other values stay text, which validation then rejects.
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
