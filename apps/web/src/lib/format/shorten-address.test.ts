import { expect, test } from 'vitest'
import { shortenAddress } from './shorten-address.ts'

const ADDRESS = '0x179b6b1cb6755e31'

test('the wallet control shows six leading and four trailing characters', () => {
  expect(shortenAddress(ADDRESS)).toBe('0x179b...5e31')
})

test('a proposal card shows eight leading and six trailing characters', () => {
  expect(shortenAddress(ADDRESS, 8, 6)).toBe('0x179b6b...755e31')
})

test('a short text is not shortened', () => {
  expect(shortenAddress('0x179b5e31')).toBe('0x179b5e31')
})
