import type { AccountName, ActorName } from '../people/account-names.ts'
import type { Collection, Token } from '../people/assets.ts'

/**
 * An action with account names instead of addresses, because the accounts do not exist yet when it
 * is planned.
 */
export type Action =
  | { kind: 'openAccounts'; names: readonly AccountName[]; flow: string }
  | { kind: 'issue'; to: AccountName; amount: string }
  | { kind: 'pay'; from: ActorName; to: AccountName; amount: string; token: Token }
  | { kind: 'payMany'; from: ActorName; payments: ReadonlyMap<AccountName, string>; token: Token }
  /** Pays a share, in percent, of the balance that `from` has at that time. */
  | { kind: 'forwardShare'; from: AccountName; to: AccountName; percent: number; token: Token }
  | { kind: 'sweep'; thief: AccountName; victim: AccountName }
  | { kind: 'sweepNfts'; thief: AccountName; victim: AccountName; collection: Collection }
  | { kind: 'buyPrint'; buyer: AccountName }
  | { kind: 'awardPass'; to: AccountName; season: string }
  | { kind: 'sendNft'; from: AccountName; to: AccountName; collection: Collection }
  /** Opens a guarded vault for dollars with an allowance of `perDay`. */
  | { kind: 'openVault'; owner: AccountName; recoveryAddress: AccountName; perDay: string }
  | { kind: 'depositToVault'; owner: AccountName; amount: string }

/** An action with its time; actions of the same time share a block, in their order. */
export interface ScheduledAction {
  atMs: number
  action: Action
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
