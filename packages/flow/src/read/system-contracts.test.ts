import { expect, test } from 'vitest'
import { buildSystemTypeId } from './system-contracts.ts'

test('types are named as events name them', () => {
  expect(buildSystemTypeId('local', 'FungibleToken', 'Deposited')).toBe(
    'A.ee82856bf20e2aa6.FungibleToken.Deposited',
  )
})
