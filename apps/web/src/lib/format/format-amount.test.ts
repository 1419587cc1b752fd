import { expect, it } from 'vitest'
import { formatAmount, formatTokens } from './format-amount.ts'

it.each([
  ['12.50000000', '12.5'],
  ['1234567.00000000', '1,234,567'],
  ['10.12999999', '10.12'],
  ['0.00000500', '0.000005'],
  ['0.12345678', '0.1234'],
  ['0.00000000', '0'],
  ['3', '3'],
  ['184467440737.09551615', '184,467,440,737.09'],
])('formats %s as %s', (amount, text) => expect(formatAmount(amount)).toBe(text))

it('adds the token', () => expect(formatTokens({ amount: '1.0', token: 'FLOW' })).toBe('1 FLOW'))
