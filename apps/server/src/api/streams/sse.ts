export interface StreamEvent {
  /**
   * Sent back by a reconnecting client as Last-Event-ID; when absent, the client keeps the previous
   * id.
   */
  id?: number
  event: string
  data: unknown
}

/** Formats one server-sent event. `data` becomes one line of JSON. */
export function formatEvent({ id, event, data }: StreamEvent): string {
  const name = id === undefined ? '' : `id: ${id}\n`
  return `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Formats the delay before a client reconnects. */
export const formatRetry = (delayMs: number): string => `retry: ${delayMs}\n\n`

/** A comment line, which clients ignore and which keeps the connection open. */
export const HEARTBEAT_TEXT = ': heartbeat\n\n'

/** Parses a Last-Event-ID header; returns 0 when it is absent or invalid. */
export function parseLastEventId(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
}
