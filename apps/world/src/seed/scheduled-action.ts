import type { AccountName, Actor } from '../people/account-names.ts'
import type { Collection, Token } from '../people/assets.ts'

/** What somebody does, by names: the accounts do not exist yet when the plan is made. */
export type Action =
  | { kind: 'openAccounts'; names: readonly AccountName[]; flow: string }
  | { kind: 'issue'; to: AccountName; amount: string }
  | { kind: 'pay'; from: Actor; to: AccountName; amount: string; token: Token }
  | { kind: 'payMany'; from: Actor; payments: ReadonlyMap<AccountName, string>; token: Token }
  /** Pays a share, in percent, of all that `from` has at that moment. */
  | { kind: 'forwardShare'; from: AccountName; to: AccountName; percent: number; token: Token }
  | { kind: 'sweep'; thief: AccountName; victim: AccountName }
  | { kind: 'sweepNfts'; thief: AccountName; victim: AccountName; collection: Collection }
  | { kind: 'buyPrint'; buyer: AccountName }
  | { kind: 'awardPass'; to: AccountName; season: string }
  | { kind: 'sendNft'; from: AccountName; to: AccountName; collection: Collection }
  /** A guarded vault for dollars, of which `perDay` can leave at once; `heir` is the recovery address. */
  | { kind: 'openVault'; owner: AccountName; recoveryAddress: AccountName; perDay: string }
  | { kind: 'depositToVault'; owner: AccountName; amount: string }

/** An act at its time; acts of the same time share a block, in their order. */
export interface ScheduledAction {
  atMs: number
  action: Action
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
