import type { DeliveryChannel } from '../../db/tables/alert-tables.ts'

/** A way to tell a subscriber. */
export interface Channel {
  name: DeliveryChannel
  /** `stored`: delivered when its row is written. `attempted`: by jobs of the queue. */
  delivery: 'stored' | 'attempted'
  /** What confirms that the receiver has it: 'Seen' by a person, or a 2xx answer. */
  acknowledgedBy: 'seen' | 'answer'
}

/** A channel that makes attempts; `Target` is what a subscriber is for it. */
export interface SendingChannel<Target> extends Channel {
  /** Makes one attempt. Never rejects because of the receiver. */
  send(target: Target, message: ChannelMessage): Promise<ChannelOutcome>
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

/** A URL that a wallet registered, and the secret that signs what is sent to it. */
export interface WebhookTarget {
  url: string
  secret: string
}
