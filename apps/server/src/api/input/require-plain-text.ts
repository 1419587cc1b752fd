import { isPlainText } from '@app/values/plain-text.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/** Throws `ApiFailure` when the reason of a person has links, mail addresses or hidden characters. */
export function requirePlainText(reason: string): void {
  if (isPlainText(reason)) return
  const message = 'Reason must be plain text without links, mail addresses and direction characters'
  throw new ApiFailure('invalid_request', { message, details: [{ field: 'reason', message }] })
}
