import type { FailureCode } from '../routes/failures.ts'

/** Codes of failures that the client itself sees: no answer came, or none that could be read. */
export type ClientFailureCode = 'server_unreachable' | 'timeout' | 'cancelled' | 'unreadable_answer'

/** A call that failed. `message` is a sentence for people; `status` is 0 when no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: FailureCode | ClientFailureCode | (string & {})
  readonly details: unknown

  constructor(failure: { status: number; code: string; message: string; details?: unknown }) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details
  }
}
