import { READ_FAILURES } from './read-failures.ts'

/** Failures of routes that may score an account for the first time. */
export const SCORING_FAILURES = [
  ...READ_FAILURES,
  'account_not_found',
  'node_unreachable',
  'not_ready',
] as const
