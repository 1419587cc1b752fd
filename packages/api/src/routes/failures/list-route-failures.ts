import type { TSchema } from 'typebox'
import type { FieldAnnotation } from '../../schemas/fields.ts'
import type { Route } from '../route.ts'
import { FAILURES, type FailureCode } from './failures.ts'

/** Operations routes are not rate-limited and not rejected under load. */
const OPERATIONS_FAILURES: readonly FailureCode[] = ['internal_error']
const COMMON_FAILURES: readonly FailureCode[] = ['rate_limited', 'internal_error', 'overloaded']
const BODY_FAILURES: readonly FailureCode[] = [
  'invalid_json',
  'body_too_large',
  'unsupported_content_type',
]
/** Every route refuses query parameters that it does not declare. */
const QUERY_FAILURES: readonly FailureCode[] = ['invalid_request']
const ADDRESS_FAILURES: readonly FailureCode[] = ['invalid_address', 'address_not_on_network']
const NOT_IMPLEMENTED_FAILURES: readonly FailureCode[] = ['not_available_yet']

/** Lists every failure that a route can return, sorted by status and code. */
export function listRouteFailures(route: Route): FailureCode[] {
  const { params, query, body, method, tag, notImplementedMessage, failures = [] } = route
  const fields = [params, query, body].flatMap(listFields)
  const codes = new Set<FailureCode>([
    ...(tag === 'Operations' ? OPERATIONS_FAILURES : COMMON_FAILURES),
    ...QUERY_FAILURES,
    ...(fields.some(isAddress) ? ADDRESS_FAILURES : []),
    ...(method === 'GET' ? [] : BODY_FAILURES),
    ...(notImplementedMessage === undefined ? [] : NOT_IMPLEMENTED_FAILURES),
    ...failures,
  ])
  return [...codes].sort((a, b) => FAILURES[a].status - FAILURES[b].status || (a < b ? -1 : 1))
}

const isAddress = (field: FieldAnnotation) => field['x-failure'] === 'invalid_address'

function listFields(schema: TSchema | undefined): FieldAnnotation[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, FieldAnnotation> }
  return Object.values(properties)
}
