import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress, toAddress } from './address.ts'

const digits = fc.stringMatching(/^[0-9a-fA-F]{16}$/)

describe('an address', () => {
  test('is read with 0x, in any letter case, as lower case', () => {
    fc.assert(
      fc.property(digits, (hex) => {
        expect(parseAddress(`0x${hex}`)).toBe(`0x${hex.toLowerCase()}`)
      }),
    )
  })

  test('of a node may lack 0x', () => {
    fc.assert(
      fc.property(digits, (hex) => {
        expect(toAddress(hex)).toBe(`0x${hex.toLowerCase()}`)
        expect(toAddress(`0x${hex}`)).toBe(`0x${hex.toLowerCase()}`)
      }),
    )
  })

  const WRONG = [
    ...['', '0x', '0xf8d6e0586b0a20c', '0xf8d6e0586b0a20c7f', '0Xf8d6e0586b0a20c7'],
    ...['0xf8d6e0586b0a20cg', ' 0xf8d6e0586b0a20c7', '0xf8d6e0586b0a20c7\n', '0x0xf8d6e0586b0a20'],
  ]
  test.each(WRONG)('is not %j', (text) => {
    expect(parseAddress(text)).toBeNull()
    expect(() => toAddress(text)).toThrow(new TypeError(`'${text}' is not a Flow address`))
  })

  test.each(['xf8d6e0586b0a20c7', 'f8d6e0586b0a20c7f'])('of a node is not %j', (text) => {
    expect(() => toAddress(text)).toThrow(TypeError)
  })
})
