import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeUnaffordablePayments } from './remove-unaffordable-payments.ts'
import type { Action } from './scheduled-action.ts'

const open: Action = { kind: 'openAccounts', names: ['ada', 'ben'], flow: '0.0' }
const scheduleActions = (actions: Action[]) =>
  actions.map((action, atMs) => ({ atMs, action: action }))
const simulateActions = (actions: Action[]) =>
  removeUnaffordablePayments(scheduleActions(actions)).map(({ action }) => action)

test('leaves out payments above the balance', () => {
  const paid: Action = { kind: 'pay', from: 'ada', to: 'ben', amount: '6.00', token: 'TUSD' }
  const issued: Action = { kind: 'issue', to: 'ada', amount: '10.00' }
  expect(simulateActions([open, issued, paid, paid])).toEqual([open, issued, paid])
})

test('replaces a forwarded share by a payment of that share of the balance', () => {
  const issued: Action = { kind: 'issue', to: 'ada', amount: '10.00' }
  const passed: Action = {
    kind: 'forwardShare',
    from: 'ada',
    to: 'ben',
    percent: 97,
    token: 'TUSD',
  }
  expect(simulateActions([open, issued, passed]).at(-1)).toEqual({
    kind: 'pay',
    from: 'ada',
    to: 'ben',
    amount: '9.70000000',
    token: 'TUSD',
  })
})

test('does not spend or forward tokens in a guarded vault', () => {
  const issued: Action = { kind: 'issue', to: 'ada', amount: '10.00' }
  const deposited: Action = { kind: 'depositToVault', owner: 'ada', amount: '6.00' }
  const passed: Action = {
    kind: 'forwardShare',
    from: 'ada',
    to: 'ben',
    percent: 100,
    token: 'TUSD',
  }
  const actions = simulateActions([open, issued, deposited, deposited, passed])
  expect(actions.filter(({ kind }) => kind === 'depositToVault')).toEqual([deposited])
  expect(actions.at(-1)).toMatchObject({ kind: 'pay', amount: '4.00000000' })
})

test('opens a guarded vault only if its storage can be paid', () => {
  const rich: Action = { kind: 'openAccounts', names: ['ada'], flow: '0.15' }
  const opened: Action = { kind: 'openVault', owner: 'ada', recoveryAddress: 'ben', perDay: '1.0' }
  expect(simulateActions([open, opened, rich, opened, opened])).toEqual([open, rich, opened])
})

test('never spends more than the balance, in any order of payments', () => {
  const payment = fc.record({ amount: fc.integer({ min: 1, max: 900 }), isBack: fc.boolean() })
  fc.assert(
    fc.property(fc.array(payment), (payments) => {
      const actions = payments.map(({ amount, isBack }): Action => {
        const [from, to] = isBack ? (['ben', 'ada'] as const) : (['ada', 'ben'] as const)
        return { kind: 'pay', from, to, amount: `${amount}.0`, token: 'TUSD' }
      })
      const balance = { ada: 1000, ben: 0 }
      for (const action of simulateActions([
        { kind: 'issue', to: 'ada', amount: '1000.0' },
        ...actions,
      ])) {
        if (action.kind !== 'pay') continue
        balance[action.from as 'ada'] -= Number(action.amount)
        balance[action.to as 'ada'] += Number(action.amount)
        expect(Math.min(balance.ada, balance.ben)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
