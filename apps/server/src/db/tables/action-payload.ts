import type { Address } from '@app/values/address.ts'
import type { AppealSubject, ProposalAction } from '@app/values/governance.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'

export interface SubmittedVote {
  proposalId: number
  support: boolean
}

/** What a person signed, without signer, sequence number and end of validity. */
export type SubmittedContent =
  | { kind: 'proposal'; action: ProposalAction; target: Address; reason: string }
  | { kind: 'vote'; votes: SubmittedVote[] }
  | { kind: 'appeal'; against: AppealSubject; reason: string }
  | { kind: 'report'; target: Address; reason: string }
  | { kind: 'report withdrawal' | 'vouch' | 'vouch withdrawal'; target: Address }

/** Sequence number, end of validity and signatures of a message. */
interface MessageConsent {
  sequence: number
  /** Unix seconds, a whole minute. */
  validUntil: number
  /** `signature` is r and s in hex. */
  signatures: { keyId: number; signature: string }[]
}

/** A signed message; the address of its action is the signer. */
export interface MessagePayload extends MessageConsent {
  content: SubmittedContent
}

/** The proposals that a settlement settles besides the address of its action. */
interface SettlePayload {
  proposalIds: number[]
}

/** What a flag of the agent names besides case and reason. */
interface FlagPayload {
  reasonCode: ReasonCode
}

/** Ends the rechecks of an address; without it, an action of this kind starts or restarts them. */
interface EndRechecksPayload {
  ends: 'rechecks'
}

/** What an action sends when the scorer's tables do not say it. */
export type ActionPayload = MessagePayload | SettlePayload | FlagPayload | EndRechecksPayload
