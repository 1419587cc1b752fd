import { type AccountName, KEPT_ACCOUNTS, ROBBED_ACCOUNTS } from '../people/account-names.ts'
import type { Token } from '../people/transactions.ts'
import {
  type Calendar,
  findSlot,
  listSlots,
  listSlotsEvery,
  type PlannedAction,
  planOnDays,
  type ScheduledAction,
} from './calendar.ts'

const JOBBERS: readonly AccountName[] = [...KEPT_ACCOUNTS, ...ROBBED_ACCOUNTS, 'felix', 'otto']

/** Plans what the studio pays: salaries every two weeks, jobs, and FLOW to those whom trudy robs later. */
export function planStudio(calendar: Calendar): ScheduledAction[] {
  const salaries = listSlotsEvery(calendar, 14, 139).flatMap((atMs) => {
    const staff = listOpen(calendar, ['grace', 'stella'], atMs)
    const salary = new Map(staff.map((name) => [name, '640.0']))
    const bonus = new Map(staff.map((name) => [name, '55.0']))
    return [planPayday(atMs, 'TUSD', salary), planPayday(atMs, 'FLOW', bonus)]
  })
  const jobs = listSlotsEvery(calendar, 11, 122).map((atMs) => {
    const workers = listOpen(calendar, JOBBERS, atMs)
    const amounts = new Map(workers.map((name) => [name, calendar.random.amount(50, 120)]))
    return planPayday(atMs, 'TUSD', amounts)
  })
  const prizes = [74, 62, 50].map((days) => {
    const amounts = new Map(ROBBED_ACCOUNTS.map((name) => [name, '35.0']))
    return planPayday(findSlot(calendar, days), 'FLOW', amounts)
  })
  return [...planFunds(calendar), ...salaries, ...jobs, ...prizes]
}

const planPayday = (
  atMs: number,
  token: Token,
  payments: ReadonlyMap<AccountName, string>,
): ScheduledAction => ({ atMs, action: { kind: 'payMany', from: 'studio', payments, token } })

const listOpen = (calendar: Calendar, names: readonly AccountName[], atMs: number) =>
  names.filter((name) => calendar.openedAt(name) < atMs)

function planFunds(calendar: Calendar): ScheduledAction[] {
  const flow = { kind: 'pay', from: 'service', token: 'FLOW' } as const
  return planOnDays(calendar, [
    [147, { ...flow, to: 'studio', amount: '3000.0' }],
    [147, { ...flow, to: 'harbor', amount: '60.0' }],
    [145, { kind: 'issue', to: 'studio', amount: '20000.0' }],
    [75, { kind: 'issue', to: 'studio', amount: '20000.0' }],
  ])
}

/** How often each of them buys something at the market: the probability in a slot. */
const SHOPPERS: readonly (readonly [AccountName, number])[] = [
  ['grace', 1 / 6],
  ['stella', 1 / 6],
  ['felix', 1 / 12],
  ['otto', 1 / 12],
]

type Pair = readonly [from: AccountName, to: AccountName]

const FRIENDS: readonly Pair[] = [
  ['grace', 'stella'],
  ['stella', 'grace'],
]

/** Plans payments at the market, which pays rent to the studio, and bills that grace and stella share. */
export function planMarket(calendar: Calendar): ScheduledAction[] {
  const { random } = calendar
  const rents = listSlotsEvery(calendar, 30, 105).map((atMs) =>
    planPayment(atMs, { from: 'market', to: 'studio', amount: '90.0' }),
  )
  const purchases = SHOPPERS.flatMap(([from, probability]) =>
    listSlots(calendar, from)
      .filter(() => random.chance(probability))
      .map((atMs) => planPayment(atMs, { from, to: 'market', amount: random.amount(5, 24) })),
  )
  const bills = listSlots(calendar, 'stella')
    .filter(() => random.chance(1 / 9))
    .map((atMs) => {
      const [from, to] = random.pick(FRIENDS)
      return planPayment(atMs, { from, to, amount: random.amount(8, 40) })
    })
  return [...rents, ...purchases, ...bills]
}

const GIFTS: readonly Pair[] = [
  ['nils', 'oona'],
  ['oona', 'nils'],
  ['paul', 'ruth'],
  ['ruth', 'sven'],
  ['sven', 'paul'],
]

/** Plans what the accounts of harbor do, which has their keys and takes a fee: they shop, and pay each other. */
export function planCustody(calendar: Calendar): ScheduledAction[] {
  const { random } = calendar
  const by = 'harbor'
  const purchases = KEPT_ACCOUNTS.flatMap((from) =>
    listSlots(calendar, from)
      .filter(() => random.chance(1 / 8))
      .map((atMs) => planPayment(atMs, { from, to: 'market', amount: random.amount(5, 30), by })),
  )
  const gifts = listSlots(calendar, 'sven')
    .filter(() => random.chance(1 / 7))
    .map((atMs) => {
      const [from, to] = random.pick(GIFTS)
      return planPayment(atMs, { from, to, amount: random.amount(4, 15), by })
    })
  const fees = listSlotsEvery(calendar, 30, 90).flatMap((atMs) =>
    KEPT_ACCOUNTS.map((from) => planPayment(atMs, { from, to: 'harbor', amount: '1.50', by })),
  )
  return [...purchases, ...gifts, ...fees]
}

interface DollarPayment {
  from: AccountName
  to: AccountName
  amount: string
  by?: AccountName
}

const planPayment = (atMs: number, payment: DollarPayment): ScheduledAction => ({
  atMs,
  action: { kind: 'pay', ...payment, token: 'TUSD' },
})

/** Plans a game of the studio in the EVM, and grace who plays it: she wins sometimes, and moves FLOW there and back. */
export function planGame(calendar: Calendar): ScheduledAction[] {
  const { random } = calendar
  const owner = 'grace'
  const rounds = listSlots(calendar, owner)
    .filter((atMs) => atMs > calendar.daysAgo(128) && random.chance(1 / 4))
    .map((atMs): ScheduledAction => {
      const amount = random.amount(1, 3)
      return { atMs, action: { kind: 'payInEvm', from: owner, to: 'game', amount } }
    })
  const planned: (readonly [daysAgo: number, PlannedAction])[] = [
    [138, { kind: 'openCoa', owner: 'studio', amount: '300.0' }],
    [136, { kind: 'deployGame', owner: 'studio' }],
    [134, { kind: 'payInEvm', from: 'studio', to: 'game', amount: '250.0' }],
    [132, { kind: 'openCoa', owner, amount: '30.0' }],
    ...[108, 80, 52, 24].map(
      (days) => [days, { kind: 'depositToCoa', owner, amount: '25.0' }] as const,
    ),
    ...[87, 42, 14].map(
      (days) => [days, { kind: 'withdrawFromCoa', owner, amount: '12.0' }] as const,
    ),
    ...[112, 91, 66, 45, 31, 19, 8].map((days) => {
      const amount = random.amount(6, 14)
      return [days, { kind: 'payPrize', from: 'studio', to: owner, amount }] as const
    }),
  ]
  return [...rounds, ...planOnDays(calendar, planned)]
}

/** Plans the stakes of stella, at the node of the service account, in epochs of two weeks. */
export function planStakes(calendar: Calendar): ScheduledAction[] {
  const epochs = listSlotsEvery(calendar, 14, 130).map(
    (atMs): ScheduledAction => ({ atMs, action: { kind: 'beginEpoch' } }),
  )
  const owner = 'stella'
  const planned: (readonly [daysAgo: number, PlannedAction])[] = [
    [140, { kind: 'registerNode' }],
    [109, { kind: 'delegate', owner, amount: '80.0' }],
    [81, { kind: 'delegate', owner, amount: '100.0' }],
    [70, { kind: 'withdrawRewards', owner, amount: '0.75' }],
    [53, { kind: 'delegate', owner, amount: '100.0' }],
    [42, { kind: 'unstake', owner, amount: '60.0' }],
    [37, { kind: 'withdrawRewards', owner, amount: '2.5' }],
    [12, { kind: 'withdrawStake', owner, amount: '60.0' }],
    [9, { kind: 'withdrawRewards', owner, amount: '4.0' }],
  ]
  return [...epochs, ...planOnDays(calendar, planned)]
}
