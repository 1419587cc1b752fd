import { ApiError } from '@app/api/client/client.ts'

interface QueryState {
  state: { data: unknown; error: Error | null; errorUpdateCount: number }
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 30_000

/** Returns whether the server could not be reached, or failed: a later call can succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  if (code === 'unreadable_answer') return true
  return status === 0 || status === 429 || status >= 500
}

/** The event stream finds out sooner when the server is back. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && error.code === 'server_unreachable'

/** Interval for a query: after an outage it runs again with growing delays, otherwise not by itself. */
export function retryAfterOutage({ state }: QueryState): number | false {
  if (!isOutage(state.error)) return false
  if (isUnreachable(state.error)) return LAST_RETRY_MS
  return Math.min(FIRST_RETRY_MS * 2 ** (state.errorUpdateCount - 1), LAST_RETRY_MS)
}

/** Interval for a query that runs again every `intervalMs` once it has data, and like any other after an outage. */
export const refreshEvery =
  (intervalMs: number) =>
  (query: QueryState): number | false => {
    if (isOutage(query.state.error)) return retryAfterOutage(query)
    return query.state.data === undefined ? false : intervalMs
  }
