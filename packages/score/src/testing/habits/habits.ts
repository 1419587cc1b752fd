import type { Habits } from './habit.ts'
import { PLAYERS } from './players.ts'
import { SAVERS } from './savers.ts'
import { SERVICES } from './services.ts'
import { TRADERS } from './traders.ts'
import { WORKERS } from './workers.ts'

/** Forty habits of honest people, written down before any score of theirs was known. */
export const HABITS: Habits = { ...SAVERS, ...TRADERS, ...PLAYERS, ...WORKERS, ...SERVICES }

const BY_NAME = Object.entries(HABITS).sort(([a], [b]) => (a < b ? -1 : 1))

/** The habits that may decide between tables: of all names in alphabetical order the first, the third, and so on. */
export const CHOOSING: Habits = Object.fromEntries(BY_NAME.filter((_, i) => i % 2 === 0))

/** The habits by which a chosen table is judged, and for which nothing is chosen: the second, the fourth, and so on. */
export const JUDGING: Habits = Object.fromEntries(BY_NAME.filter((_, i) => i % 2 === 1))
