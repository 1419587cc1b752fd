import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toAddress } from './address.ts'
import {
  EVM_FEE_ACCOUNT,
  EVM_FLOW_BRIDGE,
  isCadenceOwned,
  isEvmAddress,
  isPrecompile,
  shortenParty,
  toEvmAddress,
  ZERO_EVM_ADDRESS,
} from './evm-address.ts'

const digits = fc.stringMatching(/^[0-9a-fA-F]{40}$/)
const OWNED = toEvmAddress('0x00000000000000000000000235aE95896583818d')
const EXTERNAL = toEvmAddress('0x2e7C4b71397f10c93dC0C2ba6f8f179A47F994e1')

describe('an address in the EVM', () => {
  test('is read with and without 0x, in any letter case, as lower case', () => {
    fc.assert(
      fc.property(digits, (hex) => {
        expect(toEvmAddress(hex)).toBe(`0x${hex.toLowerCase()}`)
        expect(toEvmAddress(`0x${hex}`)).toBe(`0x${hex.toLowerCase()}`)
        expect(isEvmAddress(toEvmAddress(hex))).toBe(true)
      }),
    )
  })

  const zeros = '0'.repeat(40)
  const WRONG = [
    ...['', '0x', zeros.slice(1), `${zeros}0`, `0X${zeros}`, `0x${zeros}\n`, ` ${zeros}`],
    ...[`0x${zeros.slice(1)}g`, `x${zeros}`, '0xf8d6e0586b0a20c7'],
  ]
  test.each(WRONG)('is not %j', (text) => {
    expect(() => toEvmAddress(text)).toThrow(new TypeError(`'${text}' is not an EVM address`))
    expect(isEvmAddress(text)).toBe(false)
  })

  test('is recognized as it is kept, not as it is written', () => {
    expect(isEvmAddress('0x2e7C4b71397f10c93dC0C2ba6f8f179A47F994e1')).toBe(false)
  })
})

describe('the chain itself', () => {
  test('owns precompiles: those of Ethereum, and those of Flow', () => {
    const small = (hex: string) => toEvmAddress(hex.padStart(40, '0'))
    expect(['01', '0a', 'ff', '0100'].map(small).every(isPrecompile)).toBe(true)
    expect(isPrecompile(toEvmAddress('0x0000000000000000000000010000000000000001'))).toBe(true)
    expect(isPrecompile(EVM_FLOW_BRIDGE)).toBe(true)
    const others = [
      small('0101'),
      small('1000'),
      ZERO_EVM_ADDRESS,
      EVM_FEE_ACCOUNT,
      OWNED,
      EXTERNAL,
    ]
    expect(others.some(isPrecompile)).toBe(false)
  })

  test('gives accounts that Cadence owns a prefix of their own', () => {
    expect(isCadenceOwned(OWNED)).toBe(true)
    const others = [EXTERNAL, ZERO_EVM_ADDRESS, EVM_FEE_ACCOUNT, EVM_FLOW_BRIDGE]
    expect(others.some(isCadenceOwned)).toBe(false)
  })
})

describe('a shortened party', () => {
  test('is the first and the last characters of its address', () => {
    expect(shortenParty(toAddress('0xf8d6e0586b0a20c7'))).toBe('0xf8d6...20c7')
    expect(shortenParty(EXTERNAL)).toBe('0x2e7c...94e1')
    expect(shortenParty(EXTERNAL, 10, 8)).toBe('0x2e7c4b71...47f994e1')
  })

  test('shows of an account that Cadence owns the digits that are its own', () => {
    expect(shortenParty(OWNED)).toBe('0x35ae...818d')
    expect(shortenParty(OWNED, 20, 20)).toBe('0x35ae95896583818d')
  })
})
