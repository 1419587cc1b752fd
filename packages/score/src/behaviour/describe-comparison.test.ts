import { expect, test } from 'vitest'
import { buildComparison } from './conformal-table.ts'
import { describeComparison } from './describe-comparison.ts'

test.each([
  [4, 3_750, 'Of 3,750 ordinary Ethereum wallets, 4 look this bad by their behaviour.'],
  [1, 855, 'Of 855 ordinary Ethereum wallets, 1 looks this bad by its behaviour.'],
  [0, 855, 'Of 855 ordinary Ethereum wallets, none looks this bad by its behaviour.'],
  [3_740, 3_750, 'Of 3,750 ordinary Ethereum wallets, 3,740 look this bad by their behaviour.'],
  [0, 1, 'Of 1 ordinary Ethereum wallet, none looks this bad by its behaviour.'],
  [0, 0, 'There are no ordinary Ethereum wallets to compare its behaviour with.'],
])('%i of %i: %s', (asBad, wallets, sentence) => {
  expect(describeComparison(buildComparison(asBad, wallets))).toBe(sentence)
})
