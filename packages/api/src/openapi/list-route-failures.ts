import type { TSchema } from 'typebox'
import { FAILURES, type FailureCode } from '../routes/failures.ts'
import type { Route } from '../routes/route.ts'
import type { FieldAnnotation } from '../schemas/fields.ts'

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

/** Failures of a request that cannot be read, or that no route takes. */
export const TRANSPORT_FAILURES: readonly FailureCode[] = [
  'malformed_request',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
]

/** Lists every failure that a route can return, sorted by status and code. */
export function listRouteFailures(route: Route): FailureCode[] {
  const { params, query, body, method, tag, auth, failures = [] } = route
  const fields = [params, query, body].flatMap(listFields)
  const codes = new Set<FailureCode>([
    ...(tag === 'Operations' ? OPERATIONS_FAILURES : COMMON_FAILURES),
    ...QUERY_FAILURES,
    ...(fields.some(isAddress) ? (['address_not_on_network'] as const) : []),
    ...fields.flatMap((field) => field['x-failure'] ?? []),
    ...(method === 'GET' ? [] : BODY_FAILURES),
    ...(auth === 'session' ? listSessionFailures(method) : []),
    ...failures,
  ])
  return [...codes].sort((a, b) => FAILURES[a].status - FAILURES[b].status || (a < b ? -1 : 1))
}

const listSessionFailures = (method: Route['method']): FailureCode[] =>
  method === 'GET' ? ['not_signed_in'] : ['not_signed_in', 'origin_refused']

const isAddress = (field: FieldAnnotation) => field['x-failure'] === 'invalid_address'

function listFields(schema: TSchema | undefined): FieldAnnotation[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, FieldAnnotation> }
  return Object.values(properties)
}
