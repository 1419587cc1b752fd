import type { TSchema } from 'typebox'
import { FAILURES, type FailureCode } from './failures.ts'
import type { Route } from './route.ts'

const OF_EVERY_CALL: readonly FailureCode[] = [
  'rate_limited',
  'internal_error',
  'database_unreachable',
  'overloaded',
  'too_slow',
]
const OF_POST: readonly FailureCode[] = [
  'invalid_json',
  'body_too_large',
  'unsupported_content_type',
]
const OF_ADDRESS: readonly FailureCode[] = ['invalid_address', 'address_not_on_network']

/** Every failure that a call can answer, in the order of status and name. */
export function failuresOf(route: Route): FailureCode[] {
  const parts = [route.params, route.query, route.body].filter((part) => part !== undefined)
  const codes = new Set<FailureCode>([
    ...OF_EVERY_CALL,
    ...(parts.length > 0 ? (['invalid_request'] as const) : []),
    ...(parts.some(takesAddress) ? OF_ADDRESS : []),
    ...(route.method === 'POST' ? OF_POST : []),
    ...(route.notYet === undefined ? [] : (['not_available_yet'] as const)),
    ...(route.failures ?? []),
  ])
  return [...codes].sort((a, b) => FAILURES[a].status - FAILURES[b].status || (a < b ? -1 : 1))
}

function takesAddress(schema: TSchema): boolean {
  return JSON.stringify(schema).includes('"x-failure":"invalid_address"')
}
