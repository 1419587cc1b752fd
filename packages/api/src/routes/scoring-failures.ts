/** Failures of routes that read the database. */
export const READ_FAILURES = ['database_unreachable', 'too_slow'] as const

/** Failures of routes that may score an account for the first time. */
export const SCORING_FAILURES = [
  ...READ_FAILURES,
  'account_not_found',
  'node_unreachable',
  'not_ready',
] as const
