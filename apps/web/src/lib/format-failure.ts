import { ApiError } from '@app/api/schemas/api-error.ts'

/** What the server itself said of a failure, or `fallback` when it said nothing readable. */
export function formatServerFailure(error: unknown, fallback: string): string {
  const hasAnswered =
    error instanceof ApiError && error.status > 0 && error.code !== 'unreadable_answer'
  return hasAnswered ? error.message : fallback
}

/** The most exact sentence known: the server's, else the error's own, else `fallback`. */
export function formatFailure(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

/** One line that says of which part a failure tells; none when there is no failure. */
export function formatPartFailure(part: string, error: unknown): string[] {
  return error === null ? [] : [`${part}: ${formatFailure(error, 'it could not be loaded.')}`]
}
