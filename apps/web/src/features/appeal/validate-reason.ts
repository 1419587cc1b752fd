import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import { isPlainText } from '@app/values/text/plain-text.ts'

const REASON_MAX = 1000

/** Returns what is wrong with the reason of an appeal, as a sentence; null when it is valid. */
export function validateReason(reason: string): string | null {
  const { length } = reason.trim()
  if (length < PROPOSAL_REASON_MIN)
    return `Reason must be at least ${PROPOSAL_REASON_MIN} characters`
  if (length > REASON_MAX) return `Reason must be at most ${REASON_MAX} characters`
  return isPlainText(reason.trim()) ? null : NOT_PLAIN
}

const NOT_PLAIN = 'Reason must not have links, mail addresses or hidden characters'
