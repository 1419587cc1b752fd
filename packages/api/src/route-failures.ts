import type { TSchema } from 'typebox'
import { FAILURES, type FailureCode } from './failures.ts'
import type { FieldAnnotation } from './fields.ts'
import type { Route } from './route.ts'

/** What operators ask is always answered. */
const OF_OPERATIONS: readonly FailureCode[] = ['internal_error']
const OF_OTHER_CALLS: readonly FailureCode[] = ['rate_limited', 'internal_error', 'overloaded']
const OF_POST: readonly FailureCode[] = [
  'invalid_json',
  'body_too_large',
  'unsupported_content_type',
]
const OF_INPUT: readonly FailureCode[] = ['invalid_request']
const OF_ADDRESS: readonly FailureCode[] = ['invalid_address', 'address_not_on_network']
const OF_NOT_YET: readonly FailureCode[] = ['not_available_yet']

/** Every failure that a call can answer, in the order of status and name. */
export function failuresOf(route: Route): FailureCode[] {
  const { params, query, body, method, tag, notYet, failures = [] } = route
  const fields = [params, query, body].flatMap(fieldsOf)
  const hasMore = body !== undefined || fields.some((field) => !isAddress(field))
  const codes = new Set<FailureCode>([
    ...(tag === 'Operations' ? OF_OPERATIONS : OF_OTHER_CALLS),
    ...(hasMore ? OF_INPUT : []),
    ...(fields.some(isAddress) ? OF_ADDRESS : []),
    ...(method === 'POST' ? OF_POST : []),
    ...(notYet === undefined ? [] : OF_NOT_YET),
    ...failures,
  ])
  return [...codes].sort((a, b) => FAILURES[a].status - FAILURES[b].status || (a < b ? -1 : 1))
}

const isAddress = (field: FieldAnnotation) => field['x-failure'] === 'invalid_address'

function fieldsOf(schema: TSchema | undefined): FieldAnnotation[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, FieldAnnotation> }
  return Object.values(properties)
}
