import type { Context } from '../../runtime/context.ts'
import type { Delivery, DeliveryOutcome } from '../alert.ts'
import type { TargetRules } from '../guard/check-target-url.ts'
import type { PostOutcome, PostRequest } from '../guard/post-to-target.ts'

/** A way to tell a subscriber by a call of a URL. */
export interface Channel {
  /** What confirms a subscription: an answer to a challenge, a code that its owner reads there, or nothing. */
  confirmation: 'answer' | 'code' | 'none'
  /** Many receivers share one host, so that calls are not limited by host as if it was one. */
  isHostShared: boolean
  /** Returns what lists and texts show of where it leads: of a URL that is a secret, not all. */
  describe(url: string): string
  /** Returns why there can be no such subscription, as a sentence; `null` when there can. */
  validate(wanted: WantedSubscription, rules: TargetRules): string | null
  /** Returns what the channel signs or encrypts with. */
  createSecret(wanted: WantedSubscription): string
  /** Makes one attempt. Never rejects because of the receiver. */
  send(delivery: Delivery, sending: Sending): Promise<DeliveryOutcome>
}

/** What a person entered, or a browser. */
export interface WantedSubscription {
  url: string
  /** Keys of a browser, in base64url. */
  keys?: { p256dh: string; auth: string }
}

export interface Sending {
  context: Pick<Context, 'db' | 'config' | 'log'>
  post: Post
}

/** Posts under the rules of the guard, until the process stops. */
type Post = (request: Omit<PostRequest, 'signal'>) => Promise<PostOutcome>

/** Returns the outcome of a delivery whose receiver acknowledges it by a 2xx. */
export const toOutcome = ({ status, problem, wasConnected }: PostOutcome): DeliveryOutcome => ({
  isDelivered: problem === null,
  mayBeReceived: wasConnected,
  responseStatus: status,
  problem,
  isGone: status === GONE,
})

const GONE = 410
