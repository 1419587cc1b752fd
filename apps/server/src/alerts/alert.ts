import type { AlertMessage, AlertType } from '@app/api/schemas/alert-data.ts'
import type { SubscriptionChannel } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'

/** A channel that a wallet subscribes to, besides its inbox. */
export type ChannelName = 'webhook' | SubscriptionChannel

/** A subscription, by its channel and number. */
export interface SubscriptionTarget {
  channel: ChannelName
  id: number
}

/** Where somebody is told. */
type Target = SubscriptionTarget | { channel: 'inbox'; id: null }

/** Who is told, and where. */
export interface Subscriber {
  owner: Address
  target: Target
}

/** What happened. */
export interface Notice {
  address: Address
  /** Block time in Unix milliseconds. */
  atMs: number
  caseId: string | null
  message: AlertMessage
}

/** To whom a notice goes. */
export interface Alert {
  notice: Notice
  subscribers: readonly Subscriber[]
}

/** One attempt to tell one subscriber. */
export interface Delivery extends Subscriber {
  id: number
  target: SubscriptionTarget
  /** Attempts since it was asked for, this one included. */
  tries: number
  /** The same in every attempt: a receiver that gets it twice acts once. */
  messageId: string
  type: AlertType
  /** JSON of an `AlertMessage`. */
  body: string
  url: string
  /** What its channel signs or encrypts with, the newest first. */
  secrets: readonly string[]
  /** An earlier attempt may have been received. */
  wasSentBefore: boolean
}

/** How a delivery ended. */
export interface DeliveryOutcome {
  isDelivered: boolean
  /** It may have been received, also when it was not delivered. */
  mayBeReceived: boolean
  /** HTTP status of the answer, where there was one. */
  responseStatus: number | null
  /** Why it was not delivered. */
  problem: string | null
  /** The receiver exists no more: its subscription ends. */
  isGone: boolean
}

export const toInbox = (owner: Address): Subscriber => ({
  owner,
  target: { channel: 'inbox', id: null },
})

/** Returns a text that is equal for equal subscribers only. */
export const getSubscriberKey = ({ owner, target }: Subscriber): string =>
  `${owner} ${target.channel} ${target.id ?? ''}`
