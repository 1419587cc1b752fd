import { expect, test } from 'vitest'
import { formatOrdinaryRange } from './describe-ordinary.ts'

test('the range says how many wallets were measured, and of which chain', () => {
  const text = 'Transfers from each sender: ordinary wallets 1 to 5, this one 2'
  expect(formatOrdinaryRange({ text, wallets: 4_829 })).toBe(
    'Transfers from each sender: ordinary wallets 1 to 5, this one 2 (middle half of 4,829 Ethereum wallets)',
  )
})
