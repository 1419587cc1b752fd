import * as Type from 'typebox'
import { ApiFailure } from '../failures/api-failure.ts'

/** Longer names are truncated to limit the size of the response. */
const MAX_NAME_LENGTH = 64
const MAX_NAMES = 5

/**
 * Returns the failure that names the parameters of a query that its schema does not declare, and lists the declared
 * ones; `null` when there is none.
 */
export function findUnknownParameterFailure(
  schema: Type.TSchema,
  query: unknown,
): ApiFailure | null {
  const allowed = Type.IsObject(schema) ? Object.keys(schema.properties) : []
  const unknown = Object.keys(query ?? {}).filter((name) => !allowed.includes(name))
  if (unknown.length === 0) return null
  const details = unknown.slice(0, MAX_NAMES).map((name) => {
    const field = name.slice(0, MAX_NAME_LENGTH)
    return { field, message: `'${field}' is not a query parameter of this route` }
  })
  const problems = details.map(({ message }) => message).join('; ')
  return new ApiFailure('invalid_request', {
    message: `${problems}. Allowed: ${allowed.join(', ') || 'none'}.`,
    details,
  })
}
