import { CROWD, type Name } from '../people/cast.ts'
import { DAY_MS } from './moment.ts'
import type { Random } from './random.ts'

/** When things happen: most of it at the slots, and a little today. */
export interface Calendar {
  /** Midnight (UTC) before `nowMs`: days are counted from here, so that each start has the same days and hours. */
  endMs: number
  nowMs: number
  random: Random
  /** Moments, oldest first, at which the community is about: each is one block. */
  slots: readonly number[]
  /** The moment so many days before the end. */
  daysAgo(days: number): number
  /** When somebody's account was opened. */
  openedAt(name: Name): number
}

/** How long the history is. */
export const HISTORY_DAYS = 150

/** So many days before the end of the history of which `nowMs` is the last day. */
export function daysBefore(nowMs: number, days: number): number {
  return midnightBefore(nowMs) - days * DAY_MS
}

/** Slots drift around the clock, so that people are not seen at one hour of the day only. */
const SLOT_EVERY_MS = 29 * 60 * 60_000

/** Who came when, in days before the end, in the order of their accounts. */
export const ARRIVALS: readonly (readonly [daysAgo: number, names: readonly Name[]])[] = [
  [149, ['alice']],
  [148, ['acme', 'cafe', 'trent', 'bob', 'carol', 'dave', 'erin', 'victor']],
  [140, CROWD.slice(0, 12)],
  [115, CROWD.slice(12, 20)],
  [85, CROWD.slice(20, 26)],
  [60, CROWD.slice(26)],
  [46, ['oscar', 'collector']],
  [36, ['mallory', 'mule', 'stash', 'cache']],
]

/** Everybody who came before the end of the history. */
export const EVERYBODY: readonly Name[] = ARRIVALS.flatMap(([, names]) => names)

export function createCalendar(nowMs: number, random: Random): Calendar {
  const endMs = midnightBefore(nowMs)
  const daysAgo = (days: number) => daysBefore(nowMs, days)
  const firstMs = daysAgo(HISTORY_DAYS - 4)
  const count = Math.floor((endMs - firstMs) / SLOT_EVERY_MS)
  const opened = new Map(
    ARRIVALS.flatMap(([days, names]) => names.map((name) => [name, daysAgo(days)] as const)),
  )
  return {
    endMs,
    nowMs,
    random,
    slots: Array.from({ length: count }, (_, index) => firstMs + index * SLOT_EVERY_MS),
    daysAgo,
    openedAt: (name) => opened.get(name) ?? endMs,
  }
}

const midnightBefore = (nowMs: number) => Math.floor(nowMs / DAY_MS) * DAY_MS

/** The slots at which somebody is there already. */
export function slotsOf(calendar: Calendar, name: Name): number[] {
  return calendar.slots.filter((slot) => slot > calendar.openedAt(name))
}

/** The first slot at or after so many days before the end. */
export function slotAt(calendar: Calendar, daysAgo: number): number {
  return calendar.slots.find((slot) => slot >= calendar.daysAgo(daysAgo)) ?? calendar.endMs
}

/** Slots that lie at least so many days apart, beginning so many days before the end. */
export function everyDays(calendar: Calendar, days: number, fromDaysAgo: number): number[] {
  const count = Math.floor(fromDaysAgo / days)
  return Array.from({ length: count }, (_, turn) => slotAt(calendar, fromDaysAgo - turn * days))
}
