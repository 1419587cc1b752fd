import { isPlainText } from '@app/values/text/plain-text.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Throws `ApiFailure` when a text of a person, by default the `reason` of a body, has links, mail addresses or hidden
 * characters.
 */
export function requirePlainText(text: string, field: 'reason' | 'text' = 'reason'): void {
  if (isPlainText(text)) return
  const name = field === 'reason' ? 'Reason' : 'Text'
  const message = `${name} must be plain text without links, mail addresses and direction characters`
  throw new ApiFailure('invalid_request', { message, details: [{ field, message }] })
}
