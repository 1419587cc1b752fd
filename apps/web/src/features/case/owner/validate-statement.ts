import { OWNER_STATEMENT_MAX } from '@app/values/limits.ts'
import { isPlainText } from '@app/values/text/plain-text.ts'

/** Returns what is wrong with the statement of an owner, as a sentence; null when it is valid. */
export function validateStatement(text: string): string | null {
  const words = text.trim()
  if (words === '') return 'Write something first'
  if (words.length > OWNER_STATEMENT_MAX)
    return `The statement must be at most ${OWNER_STATEMENT_MAX} characters`
  return isPlainText(words) ? null : NOT_PLAIN
}

const NOT_PLAIN = 'The statement must not have links, mail addresses or hidden characters'
