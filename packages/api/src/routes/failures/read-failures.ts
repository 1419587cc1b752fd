/** Failures of routes that read the database. */
export const READ_FAILURES = ['database_unreachable', 'too_slow'] as const
