import { ApiError } from '@app/api/schemas/api-error.ts'
import { SigningError } from '../wallet-session.ts'

/** Returns the message of the server or of the wallet for a failure, or `fallback` without a readable response or message. */
export function formatServerFailure(error: unknown, fallback: string): string {
  if (error instanceof SigningError) return error.message
  const hasResponse =
    error instanceof ApiError && error.status > 0 && error.code !== 'unreadable_answer'
  return hasResponse && error.message !== '' ? error.message : fallback
}

/** Returns the message of the error (for an `ApiError`, the server's), or `fallback` if it has none. */
export function formatFailure(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

/** Returns one line with the part and its failure; none when there is no failure. */
export function formatPartFailure(part: string, error: unknown): string[] {
  return error === null ? [] : [`${part}: ${formatFailure(error, 'it could not be loaded.')}`]
}
