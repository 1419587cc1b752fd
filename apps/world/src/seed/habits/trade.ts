import type { Token } from '../../people/assets.ts'
import { CROWD, MEMBERS, type Name } from '../../people/cast.ts'
import { type Calendar, slotAt, slotsOf } from '../calendar.ts'
import type { Moment } from '../moment.ts'

const CUSTOMERS: readonly Name[] = [...MEMBERS, 'victor', ...CROWD]

/** Lotus that trent gives for one dollar. */
const RATE = 0.1

/** Customers sell trent dollars or Lotus and are paid a slot later, out of a float that never runs dry. */
export function trade(calendar: Calendar): Moment[] {
  const slots = slotsOf(calendar, 'trent').filter((slot) => slot < calendar.daysAgo(1))
  const days = slots.filter((_, index) => index % 5 === 3)
  return [...fillFloat(calendar), ...days.flatMap((atMs) => tradingDay(calendar, atMs))]
}

function fillFloat(calendar: Calendar): Moment[] {
  const atMs = slotAt(calendar, 145)
  return [
    { atMs, act: { kind: 'issue', to: 'trent', amount: '20000.0' } },
    {
      atMs,
      act: { kind: 'pay', from: 'service', to: 'trent', amount: '20000.0', token: 'LOTUS' },
    },
  ]
}

function tradingDay(calendar: Calendar, atMs: number): Moment[] {
  const { random } = calendar
  const there = CUSTOMERS.filter((name) => calendar.openedAt(name) < atMs)
  const token = random.pick<Token>(['TUSD', 'TUSD', 'LOTUS'])
  const customers = random.sample(there, random.integer(3, 5))
  const sales = new Map(customers.map((name) => [name, saleOf(calendar, token)]))
  const deposits = [...sales].map(
    ([from, amount]): Moment => ({ atMs, act: { kind: 'pay', from, to: 'trent', amount, token } }),
  )
  return [...deposits, payOut(calendar, atMs, { token, sales })]
}

const saleOf = ({ random }: Calendar, token: Token) =>
  token === 'TUSD' ? random.amount(20, 70) : random.amount(3, 8)

interface Sales {
  token: Token
  sales: ReadonlyMap<Name, string>
}

function payOut(calendar: Calendar, atMs: number, { token, sales }: Sales): Moment {
  const next = calendar.slots.find((slot) => slot > atMs) ?? calendar.endMs
  const priced = [...sales].map(([name, amount]) => {
    const paid = token === 'TUSD' ? Number(amount) * RATE : Number(amount) / RATE
    return [name, paid.toFixed(2)] as const
  })
  const bought: Token = token === 'TUSD' ? 'LOTUS' : 'TUSD'
  const act = { kind: 'payMany', from: 'trent', payments: new Map(priced), token: bought } as const
  return { atMs: next, act }
}
