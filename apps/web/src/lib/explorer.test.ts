import { expect, test } from 'vitest'
import { buildTransactionUrl } from './explorer.ts'

test('the transaction id replaces {id} in the pattern', () => {
  expect(buildTransactionUrl('https://testnet.flowscan.io/tx/{id}', '8f2c')).toBe(
    'https://testnet.flowscan.io/tx/8f2c',
  )
})
