import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { EXAMPLES } from './examples.generated.ts'

/**
 * Returns `data` of the recorded response of a route. Throws when none was recorded, or its shape
 * does not match the schema.
 */
export function getExample<S extends TSchema>(route: { operationId: string; data: S }): Static<S> {
  const data: unknown = EXAMPLES[route.operationId]?.data
  const { data: schema } = route
  if (Check(schema, data)) return data
  throw new Error(`No example of ${route.operationId}: run npm run generate -- --examples.`)
}
