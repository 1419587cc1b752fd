import type { FailureCode } from './failures.ts'
import { READ_FAILURES } from './read-failures.ts'

/** Failures of routes that relay a signed message to the chain. */
export const RELAY_FAILURES = [
  ...READ_FAILURES,
  'origin_refused',
  'signature_refused',
  'message_expired',
  'sequence_refused',
  'idempotency_key_reused',
  'budget_exhausted',
  'transaction_failed',
  'transaction_not_sent',
  'agent_unavailable',
  'contract_not_deployed',
  'account_not_found',
  'node_unreachable',
] as const satisfies readonly FailureCode[]
