import type { AlertData, AlertMessage, AlertType } from '@app/api/schemas/alert/alert-data.ts'

/** Builds a message about something that happened at a time in Unix milliseconds. */
export function buildMessage<T extends AlertType>(
  type: T,
  atMs: number,
  data: AlertData<T>,
): AlertMessage<T> {
  return { type, timestamp: new Date(atMs).toISOString(), data }
}
