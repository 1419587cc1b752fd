import type { Address } from '@app/values/address.ts'

/** What an appeal is against: one flag or one freeze, by its number. */
export type AppealSubject = { flagNumber: number } | { freezeNumber: number }

export interface RelayedVote {
  proposalId: number
  support: boolean
}

/** What a person signed, without signer, sequence number and end of validity. */
export type RelayContent =
  | { kind: 'proposal'; action: 'freeze' | 'unfreeze' | 'recover'; target: Address; reason: string }
  | { kind: 'vote'; votes: RelayedVote[] }
  | { kind: 'appeal'; against: AppealSubject; reason: string }
  | { kind: 'report'; target: Address; reason: string }
  | { kind: 'report withdrawal' | 'vouch' | 'vouch withdrawal'; target: Address }

/** Sequence number, end of validity and signatures of a message. */
export interface MessageConsent {
  sequence: number
  /** Unix seconds, a whole minute. */
  validUntil: number
  /** `signature` is r and s in hex. */
  signatures: { keyId: number; signature: string }[]
}

/** A signed message; the address of its action is the signer. */
export interface RelayPayload extends MessageConsent {
  content: RelayContent
}

/** What a settlement settles: proposals by number, protection records by address. */
export interface SettlePayload {
  proposalIds: number[]
  addresses: Address[]
}

/** What a flag of the agent names besides case and reason. */
export interface FlagPayload {
  reasonCode: 'listed' | 'behaviour' | 'community' | 'keys'
}

/** Ends the rechecks of an address; without it, an action of this kind starts or restarts them. */
export interface EndRechecksPayload {
  ends: 'rechecks'
}

/** What an action sends when the scorer's tables do not say it. */
export type ActionPayload = RelayPayload | SettlePayload | FlagPayload | EndRechecksPayload
