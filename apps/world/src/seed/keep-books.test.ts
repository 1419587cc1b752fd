import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepBooks } from './keep-books.ts'
import type { Act } from './moment.ts'

const open: Act = { kind: 'open', names: ['ada', 'ben'], flow: '0.0' }
const at = (acts: Act[]) => acts.map((act, atMs) => ({ atMs, act }))
const actsOf = (acts: Act[]) => keepBooks(at(acts)).map(({ act }) => act)

test('what nobody could pay does not happen', () => {
  const paid: Act = { kind: 'pay', from: 'ada', to: 'ben', amount: '6.00', token: 'TUSD' }
  const issued: Act = { kind: 'issue', to: 'ada', amount: '10.00' }
  expect(actsOf([open, issued, paid, paid])).toEqual([open, issued, paid])
})

test('what is passed on becomes a payment of that share of all there is', () => {
  const issued: Act = { kind: 'issue', to: 'ada', amount: '10.00' }
  const passed: Act = { kind: 'passOn', from: 'ada', to: 'ben', percent: 97, token: 'TUSD' }
  expect(actsOf([open, issued, passed]).at(-1)).toEqual({
    kind: 'pay',
    from: 'ada',
    to: 'ben',
    amount: '9.70000000',
    token: 'TUSD',
  })
})

test('what lies in a guarded vault is spent no more, and passed on no more', () => {
  const issued: Act = { kind: 'issue', to: 'ada', amount: '10.00' }
  const entrusted: Act = { kind: 'entrust', owner: 'ada', amount: '6.00' }
  const passed: Act = { kind: 'passOn', from: 'ada', to: 'ben', percent: 100, token: 'TUSD' }
  const acts = actsOf([open, issued, entrusted, entrusted, passed])
  expect(acts.filter(({ kind }) => kind === 'entrust')).toEqual([entrusted])
  expect(acts.at(-1)).toMatchObject({ kind: 'pay', amount: '4.00000000' })
})

test('a guarded vault is opened only by those who can pay for its storage', () => {
  const rich: Act = { kind: 'open', names: ['ada'], flow: '0.15' }
  const opened: Act = { kind: 'openVault', owner: 'ada', heir: 'ben', perDay: '1.0' }
  expect(actsOf([open, opened, rich, opened, opened])).toEqual([open, rich, opened])
})

test('no order of payments spends more than was there', () => {
  const payment = fc.record({ amount: fc.integer({ min: 1, max: 900 }), isBack: fc.boolean() })
  fc.assert(
    fc.property(fc.array(payment), (payments) => {
      const acts = payments.map(({ amount, isBack }): Act => {
        const [from, to] = isBack ? (['ben', 'ada'] as const) : (['ada', 'ben'] as const)
        return { kind: 'pay', from, to, amount: `${amount}.0`, token: 'TUSD' }
      })
      const balance = { ada: 1000, ben: 0 }
      for (const act of actsOf([{ kind: 'issue', to: 'ada', amount: '1000.0' }, ...acts])) {
        if (act.kind !== 'pay') continue
        balance[act.from as 'ada'] -= Number(act.amount)
        balance[act.to as 'ada'] += Number(act.amount)
        expect(Math.min(balance.ada, balance.ben)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
