import { type AccountName, MEMBERS, SMALL_ACCOUNTS } from '../people/account-names.ts'
import type { Token } from '../people/transactions.ts'
import {
  ARRIVALS,
  type Calendar,
  findSlot,
  listSlots,
  listSlotsEvery,
  MINUTE_MS,
  planOnDays,
  type ScheduledAction,
} from './calendar.ts'

const INITIAL_FLOW = '40.0'

/** Plans the opening of accounts, and a payment of some Lotus to new ones. */
export function planArrivals(calendar: Calendar): ScheduledAction[] {
  return ARRIVALS.flatMap(([daysAgo, names]): ScheduledAction[] => {
    const opening: ScheduledAction = {
      atMs: calendar.daysAgo(daysAgo),
      action: { kind: 'openAccounts', names, flow: INITIAL_FLOW },
    }
    if (daysAgo < 60) return [opening]
    const payments = new Map(names.map((name) => [name, '40.0']))
    const welcome = { kind: 'payMany', from: 'service', payments, token: 'LOTUS' } as const
    return [opening, { atMs: findSlot(calendar, daysAgo - 1), action: welcome }]
  })
}

const SALARIES: ReadonlyMap<AccountName, string> = new Map([
  ['alice', '1400.0'],
  ['bob', '1100.0'],
  ['carol', '1250.0'],
  ['dave', '980.0'],
  ['erin', '900.0'],
  ['victor', '1050.0'],
])

/** Plans acme's payments: salaries every two weeks, and small accounts for jobs. */
export function planSalaries(calendar: Calendar): ScheduledAction[] {
  const payMany = (atMs: number, payments: ReadonlyMap<AccountName, string>): ScheduledAction => ({
    atMs,
    action: { kind: 'payMany', from: 'acme', payments, token: 'TUSD' },
  })
  const funding: ScheduledAction[] = listSlotsEvery(calendar, 30, 145).map((atMs) => ({
    atMs,
    action: { kind: 'issue', to: 'acme', amount: '30000.0' },
  }))
  const salaries = listSlotsEvery(calendar, 14, 144).map((atMs) => payMany(atMs, SALARIES))
  const jobs = listSlotsEvery(calendar, 12, 138).map((atMs) => {
    const open = SMALL_ACCOUNTS.filter((name) => calendar.openedAt(name) < atMs)
    return payMany(atMs, new Map(open.map((name) => [name, calendar.random.amount(60, 240)])))
  })
  return [...funding, ...salaries, ...jobs]
}

/** Members who buy a coffee on the last day, and those who buy a tea, which has a fixed price. */
const COFFEE_TODAY: readonly AccountName[] = ['alice', 'bob', 'carol']
const TEA_DRINKERS: readonly AccountName[] = ['dave', 'erin']

/** Plans payments at the café: regulars often, small accounts sometimes; the café pays its staff. */
export function planCoffeePayments(calendar: Calendar): ScheduledAction[] {
  const { random, nowMs } = calendar
  const todayMs = nowMs - MINUTE_MS
  const regulars: readonly AccountName[] = [...MEMBERS, 'victor']
  return [
    ...regulars.flatMap((name) => planCoffees(calendar, name, 1 / 7)),
    ...SMALL_ACCOUNTS.flatMap((name) => planCoffees(calendar, name, 1 / 60)),
    ...COFFEE_TODAY.map((name) => payCafe(todayMs, name, random.amount(3, 9))),
    ...TEA_DRINKERS.map((name) => payCafe(todayMs, name, '4.50')),
    ...listSlotsEvery(calendar, 30, 110).map((atMs): ScheduledAction => {
      const payments = new Map(CAFE_STAFF.map((name) => [name, random.amount(10, 25)]))
      return { atMs, action: { kind: 'payMany', from: 'cafe', payments, token: 'TUSD' } }
    }),
  ]
}

const CAFE_STAFF: readonly AccountName[] = ['ada', 'finn', 'hugo']

function planCoffees(
  calendar: Calendar,
  name: AccountName,
  probability: number,
): ScheduledAction[] {
  const { random } = calendar
  return listSlots(calendar, name)
    .filter(() => random.chance(probability))
    .map((atMs) => payCafe(atMs, name, random.amount(3, 9)))
}

const payCafe = (atMs: number, from: AccountName, amount: string): ScheduledAction => ({
  atMs,
  action: { kind: 'pay', from, to: 'cafe', amount, token: 'TUSD' },
})

const FRIENDS: ReadonlyMap<AccountName, readonly AccountName[]> = new Map<
  AccountName,
  AccountName[]
>([
  ['alice', ['carol', 'bob', 'ada']],
  ['bob', ['alice', 'dave', 'ben']],
  ['carol', ['alice', 'erin', 'hana']],
  ['dave', ['bob', 'erin', 'lars']],
  ['erin', ['carol', 'dave', 'nora']],
  ['victor', ['bob', 'erin', 'rosa']],
  ['ada', ['bea', 'alice']],
  ['ben', ['chen', 'bob']],
  ['hana', ['carol']],
])

/** Plans payments between friends: shared bills in dollars, thanks in Lotus, and small amounts of FLOW. */
export function planFriendPayments(calendar: Calendar): ScheduledAction[] {
  const { random } = calendar
  return [...FRIENDS].flatMap(([from, friends]) =>
    listSlots(calendar, from)
      .filter(() => random.chance(1 / 11))
      .map((atMs) => {
        const to = random.pick(friends.filter((name) => calendar.openedAt(name) < atMs))
        const token: Token = random.pick(['TUSD', 'TUSD', 'LOTUS', 'LOTUS', 'FLOW'])
        const amount = token === 'TUSD' ? random.amount(8, 60) : random.amount(1, 4)
        return { atMs, action: { kind: 'pay', from, to, amount, token } }
      }),
  )
}

/** Purchases of prints, in days before the end: alice buys early and regularly, the others sometimes. */
const PRINT_PURCHASE_DAYS: readonly (readonly [AccountName, readonly number[]])[] = [
  ['alice', [138, 121, 97, 70, 41, 16]],
  ['bob', [120, 55]],
  ['carol', [112, 80, 25]],
  ['dave', [101, 48]],
  ['erin', [90, 38]],
  ['victor', [95, 60]],
  ['ada', [77]],
  ['hana', [52]],
]

/** Plans purchases of prints and awards of garden passes; alice sends one of her prints to carol. */
export function planNftCollecting(calendar: Calendar): ScheduledAction[] {
  const prints = PRINT_PURCHASE_DAYS.flatMap(([buyer, days]) =>
    planOnDays(
      calendar,
      days.map((day) => [day, { kind: 'buyPrint', buyer }] as const),
    ),
  )
  return [
    ...prints,
    ...planPassAwards(calendar, 130, [...MEMBERS, 'victor']),
    ...planPassAwards(calendar, 45, ['alice', 'carol', 'ada', 'hana']),
    ...planOnDays(calendar, [
      [64, { kind: 'sendNft', from: 'alice', to: 'carol', collection: 'StonePrint' }],
    ]),
  ]
}

function planPassAwards(
  calendar: Calendar,
  daysAgo: number,
  names: readonly AccountName[],
): ScheduledAction[] {
  const atMs = findSlot(calendar, daysAgo)
  const season = new Date(atMs).toISOString().slice(0, 7)
  return names.map((to) => ({ atMs, action: { kind: 'awardPass', to, season } }))
}

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
  const liquidity = { to: 'trent', amount: '20000.0' } as const
  const atMs = findSlot(calendar, 145)
  return [
    { atMs, action: { kind: 'issue', ...liquidity } },
    { atMs, action: { kind: 'pay', from: 'service', token: 'LOTUS', ...liquidity } },
    ...days.flatMap((dayMs) => planTradingDay(calendar, dayMs)),
  ]
}

function planTradingDay(calendar: Calendar, atMs: number): ScheduledAction[] {
  const { random } = calendar
  const openCustomers = CUSTOMERS.filter((name) => calendar.openedAt(name) < atMs)
  const token = random.pick<Token>(['TUSD', 'TUSD', 'LOTUS'])
  const customers = random.sample(openCustomers, random.integer(3, 5))
  const sales = customers.map((from) => {
    const amount = token === 'TUSD' ? random.amount(20, 70) : random.amount(3, 8)
    return { from, amount }
  })
  const deposits = sales.map(
    (sale): ScheduledAction => ({ atMs, action: { kind: 'pay', ...sale, to: 'trent', token } }),
  )
  const prices = sales.map(({ from, amount }) => {
    const paid = token === 'TUSD' ? Number(amount) * RATE : Number(amount) / RATE
    return [from, paid.toFixed(2)] as const
  })
  const payout = { kind: 'payMany', from: 'trent', payments: new Map(prices) } as const
  const nextMs = calendar.slots.find((slot) => slot > atMs) ?? calendar.endMs
  const bought = token === 'TUSD' ? 'LOTUS' : 'TUSD'
  return [...deposits, { atMs: nextMs, action: { ...payout, token: bought } }]
}

/** Plans victor's savings, before mallory's raids, in a guarded vault, which she cannot access; rosa is his recovery address. */
export const planVaultSavings = (calendar: Calendar): ScheduledAction[] =>
  planOnDays(calendar, [
    [40, { kind: 'openVault', owner: 'victor', recoveryAddress: 'rosa', perDay: '50.0' }],
    [39, { kind: 'depositToVault', owner: 'victor', amount: '150.0' }],
    [29, { kind: 'depositToVault', owner: 'victor', amount: '150.0' }],
  ])
