import { ApiError } from '@app/api/client/client.ts'
import { isOutage } from '../outage/refresh.ts'
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

/** A part of a page, capitalized, and why it could not be loaded; null when it could. */
export type PartFailure = readonly [part: string, error: unknown]

const NEXT_TRY = 'This page tries again by itself.'

/** Returns one line for each cause of these failures: what several parts fail for, such as an outage, without the parts. */
export function formatFailures(failures: readonly PartFailure[]): string[] {
  const messages = failures.map(([, error]) => formatFailure(error, ''))
  const isShared = (message: string) => messages.filter((other) => other === message).length > 1
  const lines = failures.flatMap(([part, error], index) => {
    const message = messages[index] ?? ''
    const isSaidOnce = message !== '' && isShared(message) && !isOutage(error)
    return isSaidOnce ? [message] : formatPartFailure(part, error)
  })
  return [...new Set(lines)]
}

/** Returns one line with the failure, and with the part unless the server fails; none when there is no failure. */
export function formatPartFailure(part: string, error: unknown): string[] {
  if (error === null) return []
  const message = formatFailure(error, '')
  if (!isOutage(error)) return [`${part}: ${message || NO_MESSAGE}`]
  return [`${message === '' ? `${part}: ${NO_MESSAGE}` : formatCause(message)} ${NEXT_TRY}`]
}

const NO_MESSAGE = 'it could not be loaded.'

/** Leaves out the advice to try again, which the page follows by itself. */
const formatCause = (message: string) =>
  message.replace(/ (?:Check your connection and try|Try) again(?: later)?\.$/, '')
