import { FLAG_REASON_MIN } from '@app/values/limits.ts'
import { askText, showAlert } from '../../ui/dialogs/dialogs.ts'

/** Asks for the reason to flag a wallet, with a note under the question. Returns null after an alert when it is too short or the prompt is cancelled. */
export async function askFlagReason(note?: string): Promise<string | null> {
  const question = `Enter reason for flagging (minimum ${FLAG_REASON_MIN} characters):`
  const text = await askText(question, note)
  const reason = (text ?? '').trim()
  if (reason.length >= FLAG_REASON_MIN) return reason
  await showAlert(`Reason must be at least ${FLAG_REASON_MIN} characters`)
  return null
}
