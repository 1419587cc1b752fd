import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import type { Address } from '@app/values/address.ts'

/** Who is told: the inbox of a wallet, or a webhook of it. */
export interface Subscriber {
  owner: Address
  /** `null`: the inbox. */
  webhookId: number | null
}

/** Something that subscribers are told. */
export interface AlertEvent {
  /** `null`: about no account. */
  address: Address | null
  /** Unique for the address: a second event with the same cause is none. */
  cause: string
  /** Block time in Unix milliseconds. */
  atMs: number
  caseId: string | null
  message: AlertMessage
}

/** An event with everyone who is told of it. */
export interface AddressedEvent {
  event: AlertEvent
  subscribers: readonly Subscriber[]
}

/** Returns a text that is equal for equal subscribers only. */
export const getSubscriberKey = ({ owner, webhookId }: Subscriber): string =>
  `${owner} ${webhookId ?? 'inbox'}`
