/** A way to tell a subscriber. */
export interface Channel {
  name: 'inbox' | 'webhook' | 'stream'
  /**
   * `stored`: delivered when its row is written. `attempted`: by jobs of the queue. `pushed`: to whoever is
   * connected; nothing is stored.
   */
  delivery: 'stored' | 'attempted' | 'pushed'
  /** What confirms that the receiver has it: 'Seen' by a person, or a 2xx answer. */
  acknowledgedBy: 'seen' | 'answer' | null
}

/** One message for one subscriber. */
export interface ChannelMessage {
  /** The same in every attempt: a receiver that gets it twice acts once. */
  messageId: string
  /** JSON of an `AlertMessage`. */
  body: string
}

export interface ChannelOutcome {
  isDelivered: boolean
  /** It may have been received, also when it was not delivered. */
  mayBeReceived: boolean
  /** HTTP status of the answer, where there was one. */
  responseStatus: number | null
  /** Why it was not delivered. */
  problem: string | null
}
