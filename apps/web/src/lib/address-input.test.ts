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
  '\u201c0x179b6b1cb6755e31\u201d.',
  '\u00ab179b6b1cb6755e31\u00bb',
  '`0x179b6b1cb6755e31`,',
  '0x179b\u200b6b1c\u200db675\u20605e31',
  '\ufeff\u202a0x179b6b1cb6755e31\u202c',
  '\u20660\u00adx179b6b1c\u00adb6755e31\u2069',
  '0x179b6b1c\r\n  b6755e31\n',
  '0x\u00a0179b 6b1c\u202fb675\u30005e31',
  '0x179b6b1c\u2028b6755e31\u0085',
  '\u28000x179b\u28006b1c\u001bb675\ufff95e31',
  '\uff10\uff58\uff11\uff17\uff19\uff42\uff16\uff42\uff11\uff43\uff42\uff16\uff17\uff15\uff15\uff45\uff13\uff11',
  '\uff10\uff38179B6B1CB6755E31\u3002',
  '0x\u{1d7cf}\u{1d7d5}\u{1d7d7}\u{1d41b}6\u{1d5ef}1\u24d2b6755\u{1d452}31',
  'https://testnet.flowscan.io/account/0x179b6b1c\nb6755e31',
  'http://localhost:3000/wallet/0x179b\u200b6b1cb6755e31',
  '\u5730\u57400x179b6b1cb6755e31\u3001',
  '\u200balice\ufeff',
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
  `0x${'a'.repeat(16)}\n${'a'.repeat(24)}`,
  '0x179b6b1cb6755e3\u0661',
  '0x179b6b1cb6755e31\u0661',
  '0x179b6b1cb6755\u043531',
  '0\u0445179b6b1cb6755e31',
  '0\u00d7179b6b1cb6755e31',
  '0x179b6b1cb6755e3\u2800',
  '0x179b6b1cb6755e31\u0331',
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
  expect(explainAddressInput('\u200b\u3164 ', PEOPLE)).toBe('')
  expect(explainAddressInput('\uff10\uff58179b 6b1c\nb6755e3')).toMatch(/^1 character is missing/)
  expect(explainAddressInput('0x179b\u{1f600}a')).toContain('\u2018\u{1f600}\u2019')
  expect(explainAddressInput('nobody', PEOPLE)).toContain('or a name: alice, oscar')
  expect(explainAddressInput('nobody')).not.toContain('name')
})

test('a known account has its name', () => {
  expect(findName(ALICE, PEOPLE)).toBe('alice')
  expect(findName('0xf0531834ed3da0e4', PEOPLE)).toBeUndefined()
})
