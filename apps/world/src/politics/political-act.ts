import type { AccountName } from '../people/account-names.ts'
import type { ActionName } from '../people/proposals.ts'

/** Identifies a proposal of the history by what it is about. */
export interface Topic {
  action: ActionName
  target: AccountName
}

/** What people, the operator or the signers of the DAO do about an account. */
export type PoliticalAct =
  | { kind: 'propose'; by: AccountName; topic: Topic; reason: string }
  | { kind: 'vote'; by: AccountName; topic: Topic; support: boolean }
  /** The operator puts an account on the scam list, or takes it off again. */
  | { kind: 'list'; target: AccountName; source: string; reason: string; contact: string }
  | { kind: 'delist'; target: AccountName; reason: string }
  /** An accused account appeals against its flag or its freeze. */
  | { kind: 'appeal'; by: AccountName; against: 'flag' | 'freeze'; reason: string }
  /** The owner of an accused account states something in its case. */
  | { kind: 'state'; by: AccountName; text: string }
  /** The signers execute what is approved. */
  | { kind: 'execute' }
  /** Time passes: the chain's scheduler settles what is over. */
  | { kind: 'settle' }

/** An act with its time, in hours before the present. */
export interface ScheduledAct {
  hoursAgo: number
  act: PoliticalAct
}
