import { toAddress } from '@app/values/address.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainAddressInput, findName, parseAddressInput } from './address-input.ts'

const ALICE = toAddress('0x179b6b1cb6755e31')
const PEOPLE = { alice: ALICE, oscar: toAddress('0x0260c4da65c3aa5a') }

test.each([
  '179b6b1cb6755e31',
  '"0x179b6b1cb6755e31"',
  'https://testnet.flowscan.io/account/0x179b6b1cb6755e31?tab=tokens',
  'https://testnet.flowscan.io/account/0x179b6b1cb6755e31#0x179B6B1CB6755E31',
  'https://testnet.flowscan.io/account/0x179b6b1c\nb6755e31',
  'http://localhost:3000/wallet/0x179b\u200b6b1cb6755e31',
  'flow:testnet:0x179b6b1cb6755e31',
  ' Alice ',
  '\u200balice\ufeff',
  '\u201c0x179b6b1cb6755e31\u201d.',
  '\u20660\u00adx179b6b1c\u00adb6755e31\u2069',
  '0x\u00a0179b 6b1c\u202fb675\u30005e31',
  '0x179b6b1c\u2028b6755e31\u0085',
  '\u28000x179b\u28006b1c\u001bb675\ufff95e31',
  '\uff10\uff38179B6B1CB6755E31\u3002',
  '0x\u{1d7cf}\u{1d7d5}\u{1d7d7}\u{1d41b}6\u{1d5ef}1\u24d2b6755\u{1d452}31',
  '\u5730\u57400x179b6b1cb6755e31\u3001',
])('%j is understood', (text) => {
  expect(parseAddressInput(text, PEOPLE)).toBe(ALICE)
})

test.each([
  ...['', '0x', 'bob', 'toString', '0x179b6b1cb6755e3g', 'A.179b6b1cb6755e31.FlowToken'],
  '0x179b6b1cb6755e31 0x0260c4da65c3aa5a',
  `0x${'a'.repeat(40)}`,
  `0x${'a'.repeat(16)}\n${'a'.repeat(24)}`,
  '0x179b6b1cb6755e31\u0661',
  '0x179b6b1cb6755\u043531',
  '0\u00d7179b6b1cb6755e31',
  '0x179b6b1cb6755e31\u0331',
  `https://testnet.flowscan.io/tx/${'ab'.repeat(32)}`,
])('%j is no address', (text) => {
  expect(parseAddressInput(text, PEOPLE)).toBeNull()
})

test('every address is understood in any case, with anything but letters and digits around it', () => {
  const unit = fc.constantFrom(...'0123456789abcdefABCDEF')
  const hex = fc.string({ unit, minLength: 16, maxLength: 16 })
  const around = fc.string({ unit: fc.constantFrom(...' \t/?#:=&"\'<>') })
  fc.assert(
    fc.property(around, hex, around, (before, digits, after) => {
      expect(parseAddressInput(`${before}0x${digits}${after}`)).toBe(`0x${digits.toLowerCase()}`)
    }),
  )
})

test.each([
  ['', /^$/],
  ['\u200b\u3164 ', /^$/],
  ['0x179b6b1cb6755e31', /^$/],
  ['0x179b6b1cb6755e3', /^1 character is missing/],
  ['\uff10\uff58179b 6b1c\nb6755e3', /^1 character is missing/],
  ['0x179b', /^12 characters are missing/],
  ['0x179b6b1cb6755e31f', /^1 too many/],
  [`0x${'a'.repeat(40)}`, /Ethereum/],
  ['ab'.repeat(32), /transaction/],
  ['0x12oo', /‘o’/],
  ['0x179b\u{1f600}a', /‘\u{1f600}’/u],
  ['nobody', /or a name: alice, oscar/],
])('of %j is explained: %s', (text, pattern) => {
  expect(explainAddressInput(text, PEOPLE)).toMatch(pattern)
})

test('a known account has its name', () => {
  expect(findName(ALICE, PEOPLE)).toBe('alice')
  expect(findName('0xf0531834ed3da0e4', PEOPLE)).toBeUndefined()
})
