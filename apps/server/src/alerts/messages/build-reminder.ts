import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import type { ReasonCode } from '../../db/tables/agent-tables.ts'
import { type AccusationParts, buildAccusation } from './build-accusation.ts'
import { buildMessage } from './build-message.ts'

interface ReminderParts extends AccusationParts {
  reasonCode: ReasonCode
  /** Block time in Unix milliseconds. */
  openedMs: number
}

/** Builds the message that a case is still open at `checkedMs`. */
export function buildReminder(parts: ReminderParts): AlertMessage<'wallet.reminder'> {
  const { reasonCode, openedMs, ...accusation } = parts
  return buildMessage('wallet.reminder', parts.checkedMs, {
    ...buildAccusation(accusation),
    openSince: new Date(openedMs).toISOString(),
    reasonCode,
  })
}
