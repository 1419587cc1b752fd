import { parseUfix64 } from '@app/values/amount.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MEMBERS } from '../people/account-names.ts'
import { DAY_MS, type PlannedAction, type ScheduledAction } from './calendar.ts'
import { planHistory, removeUnaffordablePayments } from './plan-history.ts'
import { createRandom } from './random.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 13, 37)
const HOUR_MS = 3_600_000
const history = planHistory(NOW_MS, createRandom(1))

const payments = history.flatMap(({ atMs, action }) =>
  action.kind === 'pay'
    ? [{ atMs, from: action.from, to: action.to, units: parseUfix64(action.amount) }]
    : [],
)
/** When mallory emptied wallets. */
const raids = new Set(
  history.flatMap(({ atMs, action }) =>
    action.kind === 'sweep' && action.thief === 'mallory' ? [atMs] : [],
  ),
)
/** Fields of actions with the name of an account. */
const PARTIES = ['from', 'to', 'by', 'owner', 'relayer', 'thief', 'victim', 'buyer']
/** Who is paid in the EVM and has no account. */
const WITHOUT_ACCOUNT = ['game', 'key']

function listParties(action: ScheduledAction['action']): string[] {
  const named = Object.entries(action).flatMap(([field, name]) =>
    PARTIES.includes(field) && !WITHOUT_ACCOUNT.includes(name) ? [name] : [],
  )
  return action.kind === 'payMany' ? [...named, ...action.payments.keys()] : named
}

test('the same seed gives the same history, another seed another', () => {
  expect(planHistory(NOW_MS, createRandom(1))).toEqual(history)
  expect(planHistory(NOW_MS, createRandom(2))).not.toEqual(history)
})

test('the hour of the start does not change the actions of each day', () => {
  const atMidnight = planHistory(Math.floor(NOW_MS / DAY_MS) * DAY_MS, createRandom(1))
  const isPast = ({ atMs }: ScheduledAction) => atMs < NOW_MS - DAY_MS
  expect(atMidnight.filter(isPast)).toEqual(history.filter(isPast))
})

test('has at least 300 transactions over at least 120 days up to now, oldest first', () => {
  const times = history.map(({ atMs }) => atMs)
  expect(history.length).toBeGreaterThanOrEqual(300)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(120 * DAY_MS)
  expect(NOW_MS - (times.at(-1) ?? 0)).toBeLessThan(HOUR_MS)
})

test('no account acts or is paid before it is opened', () => {
  const open = new Set<string>(['service'])
  for (const { action } of history) {
    if (action.kind === 'openAccounts') for (const name of action.names) open.add(name)
    expect(open).toEqual(new Set([...open, ...listParties(action)]))
  }
})

test('the stolen money reaches the mule within an hour, and leaves it within another', () => {
  for (const atMs of raids) {
    const hops = payments.filter(
      (p) => p.atMs > atMs && p.atMs <= atMs + 2 * HOUR_MS && p.units > 10n ** 9n,
    )
    expect(hops.find((p) => p.from === 'mallory')?.to).toBe('mule')
    expect(hops.filter((p) => p.from === 'mule').length).toBe(2)
  }
})

test('no member of the community pays mallory, the mule or oscar', () => {
  const villains: readonly string[] = ['mallory', 'mule', 'oscar']
  const members: readonly string[] = MEMBERS
  expect(payments.filter((p) => members.includes(p.from) && villains.includes(p.to))).toEqual([])
})

test('every member acts on the last day, so that its scores have new evidence', () => {
  const today = payments.filter(({ atMs }) => atMs >= Math.floor(NOW_MS / DAY_MS) * DAY_MS)
  expect(new Set(today.map(({ from }) => from))).toEqual(new Set(MEMBERS))
})

const simulateActions = (actions: PlannedAction[]) =>
  removeUnaffordablePayments(actions.map((action, atMs) => ({ atMs, action }))).map(
    ({ action }) => action,
  )

const open: PlannedAction = { kind: 'openAccounts', names: ['ada', 'ben'], flow: '0.0' }
const openWithFlow: PlannedAction = { kind: 'openAccounts', names: ['ada'], flow: '10.0' }
const issue: PlannedAction = { kind: 'issue', to: 'ada', amount: '10.00' }
const TO_BEN = { from: 'ada', to: 'ben', token: 'TUSD' } as const
const pay = (amount: string): PlannedAction => ({ kind: 'pay', ...TO_BEN, amount })
const forward = (percent: number): PlannedAction => ({ kind: 'forwardShare', ...TO_BEN, percent })
const own = (
  kind: 'depositToVault' | 'openCoa' | 'withdrawFromCoa' | 'delegate' | 'withdrawStake',
): PlannedAction => ({ kind, owner: 'ada', amount: '6.0' })
const payKey: PlannedAction = { kind: 'payInEvm', from: 'ada', to: 'key', amount: '6.0' }
const keyPays: PlannedAction = { kind: 'payByKey', to: 'ben', amount: '6.0', relayer: 'ada' }
const openVault: PlannedAction = {
  kind: 'openVault',
  owner: 'ada',
  recoveryAddress: 'ben',
  perDay: '1.0',
}
const addFlow: PlannedAction = { kind: 'openAccounts', names: ['ada'], flow: '0.002' }

const [deposit, coa, back] = [own('depositToVault'), own('openCoa'), own('withdrawFromCoa')]
const [stake, unstake] = [own('delegate'), own('withdrawStake')]

test.each([
  [
    'leaves out payments above the balance',
    [open, issue, pay('6.00'), pay('6.00')],
    [open, issue, pay('6.00')],
  ],
  [
    'replaces a forwarded share by a payment of that share of the balance',
    [open, issue, forward(97)],
    [open, issue, pay('9.70000000')],
  ],
  [
    'does not spend or forward tokens in a guarded vault',
    [open, issue, deposit, deposit, forward(100)],
    [open, issue, deposit, pay('4.00000000')],
  ],
  [
    'keeps FLOW in the EVM, at stake and in vaults apart',
    [openWithFlow, coa, stake, back, back, stake, unstake, unstake],
    [openWithFlow, coa, back, stake, unstake],
  ],
  [
    'pays in the EVM what is there',
    [openWithFlow, payKey, coa, keyPays, payKey, payKey, keyPays],
    [openWithFlow, coa, payKey, keyPays],
  ],
  [
    'opens a guarded vault only if its storage can be paid',
    [open, openVault, addFlow, openVault, openVault],
    [open, addFlow, openVault],
  ],
])('%s', (_, planned, kept) => {
  expect(simulateActions(planned)).toEqual(kept)
})

test('never spends more than the balance, in any order of payments', () => {
  const payment = fc.record({ amount: fc.integer({ min: 1, max: 900 }), isBack: fc.boolean() })
  fc.assert(
    fc.property(fc.array(payment), (payments) => {
      const actions = payments.map(({ amount, isBack }): PlannedAction => {
        const ends = isBack ? ({ from: 'ben', to: 'ada' } as const) : {}
        return { kind: 'pay', ...TO_BEN, ...ends, amount: `${amount}.0` }
      })
      const balance = { ada: 1000, ben: 0 }
      const issued: PlannedAction = { kind: 'issue', to: 'ada', amount: '1000.0' }
      for (const action of simulateActions([issued, ...actions])) {
        if (action.kind !== 'pay') continue
        balance[action.from as 'ada'] -= Number(action.amount)
        balance[action.to as 'ada'] += Number(action.amount)
        expect(Math.min(balance.ada, balance.ben)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
