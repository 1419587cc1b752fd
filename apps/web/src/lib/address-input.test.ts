import { toAddress } from '@app/values/address.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainAddressInput, findName, parseAddressInput } from './address-input.ts'

const ALICE = toAddress('0x179b6b1cb6755e31')
const PEOPLE = { alice: ALICE, oscar: toAddress('0x0260c4da65c3aa5a') }

test.each([
  '0x179b6b1cb6755e31',
  '0X179B6B1CB6755E31',
  '179b6b1cb6755e31',
  '  0x179b6b1cb6755e31\n',
  '"0x179b6b1cb6755e31"',
  '<0x179b6b1cb6755e31>,',
  'https://testnet.flowscan.io/account/0x179b6b1cb6755e31?tab=tokens',
  'https://testnet.flowscan.io/account/0x179b6b1cb6755e31#0x179B6B1CB6755E31',
  'http://localhost:3000/wallet/0x179b6b1cb6755e31',
  'flow:testnet:0x179b6b1cb6755e31',
  'Alice',
  ' alice ',
])('%j is understood', (text) => {
  expect(parseAddressInput(text, PEOPLE)).toBe(ALICE)
})

test.each([
  '',
  '0x',
  '0x179b6b1cb6755e3',
  '0x179b6b1cb6755e311',
  '0x179b6b1cb6755e3g',
  '0x179b6b1cb6755e31 0x0260c4da65c3aa5a',
  'A.179b6b1cb6755e31.FlowToken',
  'bob',
  'toString',
  `0x${'a'.repeat(40)}`,
  `https://testnet.flowscan.io/tx/${'ab'.repeat(32)}`,
])('%j is no address', (text) => {
  expect(parseAddressInput(text, PEOPLE)).toBeNull()
})

test('every address is understood in any case, with anything but letters and digits around it', () => {
  const hex = fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
    minLength: 16,
    maxLength: 16,
  })
  const around = fc.string({ unit: fc.constantFrom(...' \t/?#:=&"\'<>') })
  fc.assert(
    fc.property(around, hex, around, (before, digits, after) => {
      expect(parseAddressInput(`${before}0x${digits}${after}`)).toBe(`0x${digits.toLowerCase()}`)
    }),
  )
})

test('what is understood needs no explanation, and what cannot be an address gets one', () => {
  expect(explainAddressInput('', PEOPLE)).toBe('')
  expect(explainAddressInput('0x179b6b1cb6755e31', PEOPLE)).toBe('')
  expect(explainAddressInput('0x179b6b1cb6755e3', PEOPLE)).toMatch(/^1 character is missing/)
  expect(explainAddressInput('0x179b', PEOPLE)).toMatch(/^12 characters are missing/)
  expect(explainAddressInput('0x179b6b1cb6755e31f', PEOPLE)).toMatch(/^1 too many/)
  expect(explainAddressInput(`0x${'a'.repeat(40)}`, PEOPLE)).toContain('Ethereum')
  expect(explainAddressInput('ab'.repeat(32), PEOPLE)).toContain('transaction')
  expect(explainAddressInput('0x12oo', PEOPLE)).toContain('‘o’')
  expect(explainAddressInput('nobody', PEOPLE)).toContain('or a name: alice, oscar')
  expect(explainAddressInput('nobody')).not.toContain('name')
})

test('a known account has its name', () => {
  expect(findName(ALICE, PEOPLE)).toBe('alice')
  expect(findName('0xf0531834ed3da0e4', PEOPLE)).toBeUndefined()
})
