import type { FailureCode } from '../routes/failures/failures.ts'

/** Codes of failures that the client detects: no response, or one that cannot be read. */
export type ClientFailureCode = 'server_unreachable' | 'timeout' | 'cancelled' | 'unreadable_answer'

/** A failed call. `message` is a sentence for users; `status` is 0 when there was no response. */
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
