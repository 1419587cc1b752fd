import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainText, toPlainText } from './plain-text.ts'

test.each([
  'Swept six wallets in one night, e.g. 0x179b6b1cb6755e31 (12.5 FLOW each).',
  'Ça suffit: "il vole".\nVoir la case 0x1-ab.',
  'He said no.Then he took it, 3.14 times',
  'नमस्ते 👨‍👩‍👧 مرحبا',
])('%j is plain', (text) => expect(isPlainText(text)).toBe(true))

test.each([
  ['see https://evil.example/x?y=1 now', 'see [link removed] now'],
  ['see HTTPS://EVIL.EXAMPLE', 'see [link removed]'],
  ['javascript://alert', '[link removed]'],
  ['at www.evil.example', 'at [link removed]'],
  ['claim at flow-airdrop.xyz/claim today', 'claim at [link removed] today'],
  ['write to thief@example.org.', 'write to [mail address removed].'],
  ['abc\u202Edef\u200B\u0007', 'abcdef'],
  ['ht\u200Btps://evil.example', '[link removed]'],
])('%j is shown as %j', (text, shown) => {
  expect(toPlainText(text)).toBe(shown)
  expect(isPlainText(text)).toBe(false)
})

test('what is shown is plain', () => {
  const part = fc.constantFrom(
    'a',
    '.',
    '@',
    '/',
    ':',
    'www.',
    'com',
    'http',
    '://',
    ' ',
    '\u202E',
    '-',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) =>
      isPlainText(toPlainText(parts.join(''))),
    ),
  )
})
