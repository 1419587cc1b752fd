import {
  type AccountName,
  type ActorName,
  KEPT_ACCOUNTS,
  ROBBED_ACCOUNTS,
  SMALL_ACCOUNTS,
} from '../people/account-names.ts'
import type { Collection, Token } from '../people/transactions.ts'
import type { Random } from './random.ts'

/**
 * An action with account names instead of addresses, because the accounts do not exist yet when it
 * is planned.
 */
export type PlannedAction =
  | { kind: 'openAccounts'; names: readonly AccountName[]; flow: string }
  | { kind: 'issue'; to: AccountName; amount: string }
  | Payment
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
  | EvmAction
  | StakingAction

interface Payment {
  kind: 'pay'
  from: ActorName
  to: AccountName
  amount: string
  token: Token
  /** Another account that proposes and pays the transaction. */
  by?: AccountName
}

/** Who can be paid in the EVM: accounts by their account there, the game of the studio, and an address with a key. */
export type EvmName = AccountName | 'game' | 'key'

/** An action in the EVM, or between it and the vault of an account, with an amount of FLOW. */
export type EvmAction =
  | { kind: 'openCoa' | 'depositToCoa' | 'withdrawFromCoa'; owner: AccountName; amount: string }
  | { kind: 'deployGame'; owner: AccountName }
  | { kind: 'payInEvm'; from: AccountName; to: EvmName; amount: string }
  /** The game pays, when its owner says so. */
  | { kind: 'payPrize'; from: AccountName; to: AccountName; amount: string }
  /** The address with a key pays; the relayer sends its transaction. */
  | { kind: 'payByKey'; to: AccountName; amount: string; relayer: AccountName }

/** An action of the service account for those who stake, or of one of them with an amount of FLOW. */
export type StakingAction =
  | { kind: 'registerNode' | 'beginEpoch' }
  | {
      kind: 'delegate' | 'unstake' | 'withdrawStake' | 'withdrawRewards'
      owner: AccountName
      amount: string
    }

/** An action with its time; actions of the same time share a block, in their order. */
export interface ScheduledAction {
  atMs: number
  action: PlannedAction
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The times of the simulated history: most actions are in slots, a few on the last day. */
export type Calendar = ReturnType<typeof createCalendar>

export const HISTORY_DAYS = 150

/** Returns the time `days` days before the end of a history whose last day contains `nowMs`. */
export const subtractDays = (nowMs: number, days: number): number =>
  Math.floor(nowMs / DAY_MS) * DAY_MS - days * DAY_MS

/** 29 hours, so that slots are spread over all hours of the day. */
const SLOT_INTERVAL_MS = 29 * 60 * 60_000

/**
 * When accounts are opened, in days before the end, in order of creation. Those with money in the EVM, at stake or with a
 * custodian are spread so that a tenth, a half and nine tenths of all accounts are older than the same others as
 * without them.
 */
export const ARRIVALS: readonly (readonly [daysAgo: number, names: readonly AccountName[]])[] = [
  [149.5, ['studio', 'harbor']],
  [149, ['alice']],
  [148, ['acme', 'cafe', 'trent', 'bob', 'carol', 'dave', 'erin', 'victor']],
  [142, ['market', 'grace']],
  [140, SMALL_ACCOUNTS.slice(0, 12)],
  [125, ['stella', ...KEPT_ACCOUNTS.slice(0, 3)]],
  [115, SMALL_ACCOUNTS.slice(12, 20)],
  [95, KEPT_ACCOUNTS.slice(3)],
  [85, SMALL_ACCOUNTS.slice(20, 26)],
  [78, ROBBED_ACCOUNTS],
  [60, SMALL_ACCOUNTS.slice(26)],
  [46, ['oscar', 'collector']],
  [40, ['trudy', 'felix']],
  [36, ['mallory', 'mule', 'stash', 'cache']],
  [34, ['otto']],
]

export function createCalendar(nowMs: number, random: Random) {
  const endMs = subtractDays(nowMs, 0)
  const daysAgo = (days: number) => subtractDays(nowMs, days)
  const firstMs = daysAgo(HISTORY_DAYS - 4)
  const count = Math.floor((endMs - firstMs) / SLOT_INTERVAL_MS)
  const openingTimes = new Map(
    ARRIVALS.flatMap(([days, names]) => names.map((name) => [name, daysAgo(days)] as const)),
  )
  return {
    /** Midnight (UTC) before `nowMs`: days are counted from here, so that each start has the same days and hours. */
    endMs,
    nowMs,
    random,
    /** Times at which the community is active, oldest first; each is one block. */
    slots: Array.from({ length: count }, (_, index) => firstMs + index * SLOT_INTERVAL_MS),
    daysAgo,
    openedAt: (name: AccountName): number => openingTimes.get(name) ?? endMs,
  }
}

export const listSlots = (calendar: Calendar, name: AccountName): number[] =>
  calendar.slots.filter((slot) => slot > calendar.openedAt(name))

/** Finds the first slot at or after the time `daysAgo` days before the end. */
export const findSlot = (calendar: Calendar, daysAgo: number): number =>
  calendar.slots.find((slot) => slot >= calendar.daysAgo(daysAgo)) ?? calendar.endMs

/** Lists one slot every `days` days, starting `fromDaysAgo` days before the end. */
export function listSlotsEvery(calendar: Calendar, days: number, fromDaysAgo: number): number[] {
  const count = Math.floor(fromDaysAgo / days)
  return Array.from({ length: count }, (_, index) => findSlot(calendar, fromDaysAgo - index * days))
}

/** Schedules each action in the first slot at or after that many days before the end. */
export const planOnDays = (
  calendar: Calendar,
  planned: readonly (readonly [daysAgo: number, PlannedAction])[],
): ScheduledAction[] =>
  planned.map(([days, action]) => ({ atMs: findSlot(calendar, days), action }))
