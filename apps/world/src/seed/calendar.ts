import { type AccountName, SMALL_ACCOUNTS } from '../people/account-names.ts'
import type { Random } from './random.ts'
import { DAY_MS } from './scheduled-action.ts'

/** The times of the simulated history: most actions are in slots, a few on the last day. */
export interface Calendar {
  /** Midnight (UTC) before `nowMs`: days are counted from here, so that each start has the same days and hours. */
  endMs: number
  nowMs: number
  random: Random
  /** Times at which the community is active, oldest first; each is one block. */
  slots: readonly number[]
  /** Returns the time that many days before the end. */
  daysAgo(days: number): number
  /** Returns the time at which an account is opened. */
  openedAt(name: AccountName): number
}

/** Length of the history. */
export const HISTORY_DAYS = 150

/** Returns the time `days` days before the end of a history whose last day contains `nowMs`. */
export function subtractDays(nowMs: number, days: number): number {
  return toMidnight(nowMs) - days * DAY_MS
}

/** 29 hours, so that slots are spread over all hours of the day. */
const SLOT_INTERVAL_MS = 29 * 60 * 60_000

/** When accounts are opened, in days before the end, in order of creation. */
export const ARRIVALS: readonly (readonly [daysAgo: number, names: readonly AccountName[]])[] = [
  [149, ['alice']],
  [148, ['acme', 'cafe', 'trent', 'bob', 'carol', 'dave', 'erin', 'victor']],
  [140, SMALL_ACCOUNTS.slice(0, 12)],
  [115, SMALL_ACCOUNTS.slice(12, 20)],
  [85, SMALL_ACCOUNTS.slice(20, 26)],
  [60, SMALL_ACCOUNTS.slice(26)],
  [46, ['oscar', 'collector']],
  [36, ['mallory', 'mule', 'stash', 'cache']],
]

/** All accounts that are opened before the end of the history. */
export const ALL_ACCOUNTS: readonly AccountName[] = ARRIVALS.flatMap(([, names]) => names)

export function createCalendar(nowMs: number, random: Random): Calendar {
  const endMs = toMidnight(nowMs)
  const daysAgo = (days: number) => subtractDays(nowMs, days)
  const firstMs = daysAgo(HISTORY_DAYS - 4)
  const count = Math.floor((endMs - firstMs) / SLOT_INTERVAL_MS)
  const openingTimes = new Map(
    ARRIVALS.flatMap(([days, names]) => names.map((name) => [name, daysAgo(days)] as const)),
  )
  return {
    endMs,
    nowMs,
    random,
    slots: Array.from({ length: count }, (_, index) => firstMs + index * SLOT_INTERVAL_MS),
    daysAgo,
    openedAt: (name) => openingTimes.get(name) ?? endMs,
  }
}

const toMidnight = (nowMs: number) => Math.floor(nowMs / DAY_MS) * DAY_MS

/** Lists the slots after the opening of an account. */
export function listSlots(calendar: Calendar, name: AccountName): number[] {
  return calendar.slots.filter((slot) => slot > calendar.openedAt(name))
}

/** Finds the first slot at or after the time `daysAgo` days before the end. */
export function findSlot(calendar: Calendar, daysAgo: number): number {
  return calendar.slots.find((slot) => slot >= calendar.daysAgo(daysAgo)) ?? calendar.endMs
}

/** Lists one slot every `days` days, starting `fromDaysAgo` days before the end. */
export function listSlotsEvery(calendar: Calendar, days: number, fromDaysAgo: number): number[] {
  const count = Math.floor(fromDaysAgo / days)
  return Array.from({ length: count }, (_, index) => findSlot(calendar, fromDaysAgo - index * days))
}
