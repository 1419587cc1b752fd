import { type AccountName, MEMBERS, SMALL_ACCOUNTS } from '../people/account-names.ts'
import type { Token } from '../people/transactions.ts'
import {
  ARRIVALS,
  type Calendar,
  findSlot,
  listSlots,
  listSlotsEvery,
  MINUTE_MS,
  type ScheduledAction,
} from './calendar.ts'

/** Initial FLOW of every account, for fees and small payments. */
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
  const funding: ScheduledAction[] = listSlotsEvery(calendar, 30, 145).map((atMs) => ({
    atMs,
    action: { kind: 'issue', to: 'acme', amount: '30000.0' },
  }))
  const salaries: ScheduledAction[] = listSlotsEvery(calendar, 14, 144).map((atMs) => ({
    atMs,
    action: { kind: 'payMany', from: 'acme', payments: SALARIES, token: 'TUSD' },
  }))
  const jobs: ScheduledAction[] = listSlotsEvery(calendar, 12, 138).map((atMs) => ({
    atMs,
    action: {
      kind: 'payMany',
      from: 'acme',
      payments: buildJobPayments(calendar, atMs),
      token: 'TUSD',
    },
  }))
  return [...funding, ...salaries, ...jobs]
}

function buildJobPayments(calendar: Calendar, atMs: number): Map<AccountName, string> {
  const openAccounts = SMALL_ACCOUNTS.filter((name) => calendar.openedAt(name) < atMs)
  return new Map(openAccounts.map((name) => [name, calendar.random.amount(60, 240)]))
}

/** Members who buy a coffee on the last day, and those who buy a tea, which has a fixed price. */
const COFFEE_TODAY: readonly AccountName[] = ['alice', 'bob', 'carol']
const TEA_DRINKERS: readonly AccountName[] = ['dave', 'erin']

/**
 * Plans payments at the café: regulars often, small accounts sometimes; the café pays its staff.
 */
export function planCoffeePayments(calendar: Calendar): ScheduledAction[] {
  const regulars: readonly AccountName[] = [...MEMBERS, 'victor']
  return [
    ...regulars.flatMap((name) => planCoffees(calendar, name, 1 / 7)),
    ...SMALL_ACCOUNTS.flatMap((name) => planCoffees(calendar, name, 1 / 60)),
    ...COFFEE_TODAY.map((name) => planCoffeeToday(calendar, name)),
    ...TEA_DRINKERS.map((name) => planTeaToday(calendar, name)),
    ...listSlotsEvery(calendar, 30, 110).map(
      (atMs): ScheduledAction => ({ atMs, action: buildStaffPayments(calendar) }),
    ),
  ]
}

function planCoffeeToday({ nowMs, random }: Calendar, from: AccountName): ScheduledAction {
  return { atMs: nowMs - MINUTE_MS, action: buildCoffeePayment(from, random) }
}

function planTeaToday({ nowMs }: Calendar, from: AccountName): ScheduledAction {
  const action = { kind: 'pay', from, to: 'cafe', amount: '4.50', token: 'TUSD' } as const
  return { atMs: nowMs - MINUTE_MS, action }
}

function planCoffees(
  calendar: Calendar,
  name: AccountName,
  probability: number,
): ScheduledAction[] {
  const { random } = calendar
  return listSlots(calendar, name)
    .filter(() => random.chance(probability))
    .map((atMs) => ({ atMs, action: buildCoffeePayment(name, random) }))
}

function buildCoffeePayment(
  from: AccountName,
  random: Calendar['random'],
): ScheduledAction['action'] {
  return { kind: 'pay', from, to: 'cafe', amount: random.amount(3, 9), token: 'TUSD' }
}

function buildStaffPayments({ random }: Calendar): ScheduledAction['action'] {
  const staff: readonly AccountName[] = ['ada', 'finn', 'hugo']
  const payments = new Map(staff.map((name) => [name, random.amount(10, 25)]))
  return { kind: 'payMany', from: 'cafe', payments, token: 'TUSD' }
}

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

/**
 * Plans payments between friends: shared bills in dollars, thanks in Lotus, and small amounts of
 * FLOW.
 */
export function planFriendPayments(calendar: Calendar): ScheduledAction[] {
  const { random } = calendar
  return [...FRIENDS].flatMap(([from, friends]) =>
    listSlots(calendar, from)
      .filter(() => random.chance(1 / 11))
      .map((atMs) => {
        const openFriends = friends.filter((name) => calendar.openedAt(name) < atMs)
        return { atMs, action: buildFriendPayment(calendar, from, random.pick(openFriends)) }
      }),
  )
}

function buildFriendPayment(
  { random }: Calendar,
  from: AccountName,
  to: AccountName,
): ScheduledAction['action'] {
  const token: Token = random.pick(['TUSD', 'TUSD', 'LOTUS', 'LOTUS', 'FLOW'])
  const amount = token === 'TUSD' ? random.amount(8, 60) : random.amount(1, 4)
  return { kind: 'pay', from, to, amount, token }
}

/**
 * Purchases of prints, in days before the end: alice buys early and regularly, the others
 * sometimes.
 */
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

/**
 * Plans purchases of prints and awards of garden passes; alice sends one of her prints to carol.
 */
export function planNftCollecting(calendar: Calendar): ScheduledAction[] {
  const prints = PRINT_PURCHASE_DAYS.flatMap(([buyer, days]) =>
    days.map(
      (day): ScheduledAction => ({
        atMs: findSlot(calendar, day),
        action: { kind: 'buyPrint', buyer },
      }),
    ),
  )
  return [
    ...prints,
    ...planPassAwards(calendar, 130, [...MEMBERS, 'victor']),
    ...planPassAwards(calendar, 45, ['alice', 'carol', 'ada', 'hana']),
    {
      atMs: findSlot(calendar, 64),
      action: { kind: 'sendNft', from: 'alice', to: 'carol', collection: 'StonePrint' },
    },
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

/** Days before the end, all before mallory's raids. */
const OPENED_DAYS_AGO = 40
const DEPOSITED_DAYS_AGO = [39, 29]

/**
 * Plans victor's savings in a guarded vault, which mallory cannot access; rosa is his recovery
 * address.
 */
export function planVaultSavings(calendar: Calendar): ScheduledAction[] {
  return [
    {
      atMs: findSlot(calendar, OPENED_DAYS_AGO),
      action: { kind: 'openVault', owner: 'victor', recoveryAddress: 'rosa', perDay: '50.0' },
    },
    ...DEPOSITED_DAYS_AGO.map(
      (daysAgo): ScheduledAction => ({
        atMs: findSlot(calendar, daysAgo),
        action: { kind: 'depositToVault', owner: 'victor', amount: '150.0' },
      }),
    ),
  ]
}
