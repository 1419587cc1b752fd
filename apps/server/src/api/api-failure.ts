import { FAILURES, type FailureCode } from '@app/api/routes/failures.ts'

interface FailureOptions {
  /** Replaces the default message of the failure. */
  message?: string
  details?: unknown
  headers?: Record<string, string>
}

/** Error that a route throws to respond with a failure of the catalogue. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly code: FailureCode
  readonly statusCode: number
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(code: FailureCode, options: FailureOptions = {}) {
    super(options.message ?? FAILURES[code].message)
    this.code = code
    this.statusCode = FAILURES[code].status
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}
