import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'

/**
 * Returns whether a value has the shape of the schema. In the built web app schemas are functions that check a value
 * (apps/web/vite/compile-schemas.ts), and this calls them.
 */
export function matchesSchema<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return Check(schema, value)
}
