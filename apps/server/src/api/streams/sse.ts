/** One server-sent event. `data` becomes one line of JSON. */
export function formatEvent({ id, event, data }: EventParts): string {
  const name = id === undefined ? '' : `id: ${id}\n`
  return `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

interface EventParts {
  /** What a client that comes back names as the last it saw; it keeps the one before when absent. */
  id?: number
  event: string
  data: unknown
}

/** How long the client waits before it connects again. */
export const formatRetry = (delayMs: number): string => `retry: ${delayMs}\n\n`

/** A line that clients ignore and that keeps the connection alive. */
export const HEARTBEAT_TEXT = ': heartbeat\n\n'

/** The number in a Last-Event-ID header, 0 when there is none. */
export function parseLastEventId(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
}
