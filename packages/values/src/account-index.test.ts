import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeAddressAtIndex, toAccountIndex } from './account-index.ts'
import type { Address } from './address.ts'
import { toAddress, ZERO_ADDRESS } from './address.ts'
import type { Network } from './network.ts'
import { NETWORK_NAMES } from './network.ts'

/** Minimum number of differing bits between two addresses of a network: the code's distance. */
const DISTANCE = 7
const MAX_INDEX = 2 ** 45 - 1

const KNOWN: [Network, number, string][] = [
  ['local', 1, '0xf8d6e0586b0a20c7'],
  ['local', 2, '0xee82856bf20e2aa6'],
  ['local', 3, '0x0ae53cb6e3f42a79'],
  ['testnet', 1, '0x8c5303eaa26202d6'],
  ['testnet', 4, '0x912d5440f7e3769e'],
]

const networks = fc.constantFrom(...NETWORK_NAMES)
const indexes = fc.oneof(
  fc.constantFrom(1, MAX_INDEX),
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.maxSafeInteger().map((n) => (Math.abs(n) % MAX_INDEX) + 1),
)

describe('toAccountIndex', () => {
  test.each(KNOWN)('on %s, account %d is %s', (network, index, address) => {
    expect(computeAddressAtIndex(index, network)).toBe(address)
    expect(toAccountIndex(toAddress(address), network)).toBe(index)
  })

  test('every index makes the round trip', () => {
    const roundTrip = (index: number, network: Network): boolean =>
      toAccountIndex(computeAddressAtIndex(index, network), network) === index
    fc.assert(fc.property(indexes, networks, roundTrip))
  })

  test('an address of one network is none of the other', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        expect(toAccountIndex(computeAddressAtIndex(index, 'testnet'), 'local')).toBeNull()
        expect(toAccountIndex(computeAddressAtIndex(index, 'local'), 'testnet')).toBeNull()
      }),
    )
  })

  test('fewer flipped bits than the distance of the code never give another address', () => {
    const flips = fc.uniqueArray(fc.nat({ max: 63 }), { minLength: 1, maxLength: DISTANCE - 1 })
    fc.assert(
      fc.property(indexes, networks, flips, (index, network, bits) => {
        const wrong = flipBits(computeAddressAtIndex(index, network), bits)
        expect(toAccountIndex(wrong, network)).toBeNull()
      }),
    )
  })

  test('zero and the word of the network are no addresses', () => {
    expect(toAccountIndex(ZERO_ADDRESS, 'local')).toBeNull()
    expect(toAccountIndex(toAddress('0x6834ba37b3980209'), 'testnet')).toBeNull()
    expect(toAccountIndex(toAddress('0x1cb159857af02018'), 'local')).toBeNull()
  })
})

describe('computeAddressAtIndex', () => {
  test.each([0, -1, 1.5, MAX_INDEX + 1, Number.NaN])('%d is no account index', (index) => {
    expect(() => computeAddressAtIndex(index, 'local')).toThrow(
      new RangeError(`account index ${index} is not an integer from 1 to ${MAX_INDEX}`),
    )
  })
})

function flipBits(address: Address, bits: number[]): Address {
  const mask = bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n)
  return toAddress((BigInt(address) ^ mask).toString(16).padStart(16, '0'))
}
