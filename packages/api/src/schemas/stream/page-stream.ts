/** Path of the event stream of a whole page. */
export const PAGE_STREAM_URL = '/v1/stream'

/** What a page can follow over its one stream. */
export const STREAM_TOPICS = ['score', 'alerts', 'all_alerts', 'proposals', 'wallets'] as const

export type StreamTopic = (typeof STREAM_TOPICS)[number]

/** Name of the server-sent event that says how far the server is, and which of its parts fail. */
export const STATE_EVENT = 'state'

/** Milliseconds between two `state` events; a client that gets none for several of them reconnects. */
export const STATE_INTERVAL_MS = 5_000
