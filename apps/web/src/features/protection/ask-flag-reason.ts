import { FLAG_REASON, FLAG_REASON_MIN } from '@app/values/limits.ts'
import { loadPart } from '../../lib/loading/load-part.ts'
import { askText, showAlert } from '../../ui/dialogs/dialogs.ts'

/**
 * Asks for the reason to flag a wallet, with a note under the question. Returns null after an alert when it cannot be taken
 * or the prompt is cancelled.
 */
export async function askFlagReason(note?: string): Promise<string | null> {
  const check = await loadTextCheck()
  if (check === null) return null
  const question = `Enter reason for flagging (minimum ${FLAG_REASON_MIN} characters):`
  const text = await askText(question, [PUBLIC_NOTE, note].filter(Boolean).join(' '))
  const reason = check.normalizeText(text ?? '')
  const problem = check.findTextProblem(reason, FLAG_REASON)
  if (problem === null) return reason
  await showAlert(problem)
  return null
}

const PUBLIC_NOTE = 'Your flag is public, and shown as a report that nobody has verified.'

/** Loads the check before anything is written, so that nothing is lost where it does not arrive. */
async function loadTextCheck() {
  try {
    return await loadPart(() => import('@app/values/plain-text.ts'))
  } catch {
    await showAlert('The form could not be loaded. Check your connection and try again.')
    return null
  }
}
