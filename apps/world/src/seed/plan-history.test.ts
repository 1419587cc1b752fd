import { parseUfix64 } from '@app/values/amount.ts'
import { expect, test } from 'vitest'
import { type AccountName, MEMBERS } from '../people/account-names.ts'
import { planHistory } from './plan-history.ts'
import { createRandom } from './random.ts'
import { DAY_MS, type ScheduledAction } from './scheduled-action.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 13, 37)
const HOUR_MS = 3_600_000
const history = planHistory(NOW_MS, createRandom(1))

const payments = history.flatMap(({ atMs, action }) =>
  action.kind === 'pay'
    ? [{ atMs, from: action.from, to: action.to, units: parseUfix64(action.amount) }]
    : [],
)
const paidMany = history.flatMap(({ action }) => (action.kind === 'payMany' ? [action] : []))
const sweeps = history.flatMap(({ atMs, action }) =>
  action.kind === 'sweep' ? [{ atMs, victim: action.victim }] : [],
)
function listParties(action: ScheduledAction['action']): string[] {
  if (action.kind === 'pay') return [action.from, action.to]
  return action.kind === 'payMany' ? [action.from, ...action.payments.keys()] : []
}

const findSendersTo = (name: AccountName) =>
  new Set(payments.filter((p) => p.to === name).map((p) => p.from))

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

test('trent has at least 20 senders and 20 recipients, many of them repeatedly', () => {
  const recipients = paidMany
    .filter((action) => action.from === 'trent')
    .flatMap((action) => [...action.payments.keys()])
  expect(findSendersTo('trent').size).toBeGreaterThanOrEqual(20)
  expect(new Set(recipients).size).toBeGreaterThanOrEqual(20)
  expect(recipients.length).toBeGreaterThan(1.5 * new Set(recipients).size)
})

test('mallory empties at least ten wallets with a balance, victor among them', () => {
  expect(new Set(sweeps.map(({ victim }) => victim)).size).toBeGreaterThanOrEqual(10)
  expect(sweeps.map(({ victim }) => victim)).toContain('victor')
})

test('the stolen money reaches the mule within an hour, and leaves it within another', () => {
  const raids = [...new Set(sweeps.map(({ atMs }) => atMs))]
  for (const atMs of raids) {
    const hops = payments.filter(
      (p) => p.atMs > atMs && p.atMs <= atMs + 2 * HOUR_MS && p.units > 10n ** 9n,
    )
    expect(hops.find((p) => p.from === 'mallory')?.to).toBe('mule')
    expect(hops.filter((p) => p.from === 'mule').length).toBe(2)
  }
})

test('oscar is paid by many and forwards almost everything', () => {
  const sum = (units: bigint[]) => units.reduce((total, each) => total + each, 0n)
  const paid = sum(payments.filter((p) => p.to === 'oscar').map((p) => p.units))
  const sent = sum(payments.filter((p) => p.from === 'oscar').map((p) => p.units))
  expect(findSendersTo('oscar').size).toBeGreaterThanOrEqual(15)
  expect(Number(sent) / Number(paid)).toBeGreaterThan(0.95)
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

test('victor puts savings into a guarded vault before mallory empties his wallet', () => {
  const saved = history
    .filter(({ action }) => action.kind === 'depositToVault')
    .map(({ atMs }) => atMs)
  const robbedAtMs = sweeps.find(({ victim }) => victim === 'victor')?.atMs ?? 0
  expect(saved).toHaveLength(2)
  expect(Math.max(...saved)).toBeLessThan(robbedAtMs)
})
