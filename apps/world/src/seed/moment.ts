import type { Collection, Token } from '../people/assets.ts'
import type { Actor, Name } from '../people/cast.ts'

/** What somebody does, by names: the accounts do not exist yet when the plan is made. */
export type Act =
  | { kind: 'open'; names: readonly Name[]; flow: string }
  | { kind: 'issue'; to: Name; amount: string }
  | { kind: 'pay'; from: Actor; to: Name; amount: string; token: Token }
  | { kind: 'payMany'; from: Actor; payments: ReadonlyMap<Name, string>; token: Token }
  /** Pays a share, in percent, of all that `from` has at that moment. */
  | { kind: 'passOn'; from: Name; to: Name; percent: number; token: Token }
  | { kind: 'sweep'; thief: Name; victim: Name }
  | { kind: 'sweepNfts'; thief: Name; victim: Name; collection: Collection }
  | { kind: 'buyPrint'; buyer: Name }
  | { kind: 'awardPass'; to: Name; season: string }
  | { kind: 'giveNft'; from: Name; to: Name; collection: Collection }
  /** A guarded vault for dollars, of which `perDay` can leave at once; `heir` is the recovery address. */
  | { kind: 'openVault'; owner: Name; heir: Name; perDay: string }
  | { kind: 'entrust'; owner: Name; amount: string }

/** An act at its time; acts of the same time share a block, in their order. */
export interface Moment {
  atMs: number
  act: Act
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
