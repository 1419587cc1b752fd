import { createCalendar } from './calendar.ts'
import { arrive } from './habits/arrive.ts'
import { collect } from './habits/collect.ts'
import { drain } from './habits/drain.ts'
import { drinkCoffee } from './habits/drink-coffee.ts'
import { earn } from './habits/earn.ts'
import { gather } from './habits/gather.ts'
import { guard } from './habits/guard.ts'
import { meetFriends } from './habits/meet-friends.ts'
import { trade } from './habits/trade.ts'
import { keepBooks } from './keep-books.ts'
import type { Moment } from './moment.ts'
import type { Random } from './random.ts'

const HABITS = [arrive, earn, drinkCoffee, meetFriends, collect, trade, drain, gather, guard]

/** Everybody's history up to `nowMs`, oldest first. The same chance gives the same history. */
export function planHistory(nowMs: number, random: Random): Moment[] {
  const calendar = createCalendar(nowMs, random)
  const moments = HABITS.flatMap((habit) => habit(calendar))
  return keepBooks(moments.toSorted((a, b) => a.atMs - b.atMs))
}
