import { type AccountName, MEMBERS, SMALL_ACCOUNTS } from '../../people/account-names.ts'
import type { Token } from '../../people/assets.ts'
import { type Calendar, findSlot, listSlots } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

const CUSTOMERS: readonly AccountName[] = [...MEMBERS, 'victor', ...SMALL_ACCOUNTS]

/** Lotus that trent gives for one dollar. */
const RATE = 0.1

/**
 * Plans trades: customers sell dollars or Lotus to trent, who pays them one slot later and always
 * has enough of both.
 */
export function planExchangeTrades(calendar: Calendar): ScheduledAction[] {
  const slots = listSlots(calendar, 'trent').filter((slot) => slot < calendar.daysAgo(1))
  const days = slots.filter((_, index) => index % 5 === 3)
  return [...planLiquidity(calendar), ...days.flatMap((atMs) => planTradingDay(calendar, atMs))]
}

function planLiquidity(calendar: Calendar): ScheduledAction[] {
  const atMs = findSlot(calendar, 145)
  return [
    { atMs, action: { kind: 'issue', to: 'trent', amount: '20000.0' } },
    {
      atMs,
      action: { kind: 'pay', from: 'service', to: 'trent', amount: '20000.0', token: 'LOTUS' },
    },
  ]
}

function planTradingDay(calendar: Calendar, atMs: number): ScheduledAction[] {
  const { random } = calendar
  const openCustomers = CUSTOMERS.filter((name) => calendar.openedAt(name) < atMs)
  const token = random.pick<Token>(['TUSD', 'TUSD', 'LOTUS'])
  const customers = random.sample(openCustomers, random.integer(3, 5))
  const sales = new Map(customers.map((name) => [name, pickSaleAmount(calendar, token)]))
  const deposits = [...sales].map(
    ([from, amount]): ScheduledAction => ({
      atMs,
      action: { kind: 'pay', from, to: 'trent', amount, token },
    }),
  )
  return [...deposits, planPayout(calendar, atMs, { token, sales })]
}

const pickSaleAmount = ({ random }: Calendar, token: Token) =>
  token === 'TUSD' ? random.amount(20, 70) : random.amount(3, 8)

interface Sales {
  token: Token
  sales: ReadonlyMap<AccountName, string>
}

function planPayout(calendar: Calendar, atMs: number, { token, sales }: Sales): ScheduledAction {
  const next = calendar.slots.find((slot) => slot > atMs) ?? calendar.endMs
  const priced = [...sales].map(([name, amount]) => {
    const paid = token === 'TUSD' ? Number(amount) * RATE : Number(amount) / RATE
    return [name, paid.toFixed(2)] as const
  })
  const bought: Token = token === 'TUSD' ? 'LOTUS' : 'TUSD'
  const action = {
    kind: 'payMany',
    from: 'trent',
    payments: new Map(priced),
    token: bought,
  } as const
  return { atMs: next, action }
}
