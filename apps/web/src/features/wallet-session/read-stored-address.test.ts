import { expect, test } from 'vitest'
import { parseSessionAddress } from './read-stored-address.ts'

test('the address of a stored session is known without FCL', () => {
  const session = JSON.stringify({ f_type: 'User', addr: '0x179B6b1cb6755e31', loggedIn: true })
  expect(parseSessionAddress(session)).toBe('0x179b6b1cb6755e31')
})

test.each([
  null,
  'not json',
  'null',
  '{"addr":null,"loggedIn":null}',
  '{"addr":"0x179b6b1cb6755e31","loggedIn":false}',
  '{"addr":"somebody","loggedIn":true}',
])('%j has no address', (text) => expect(parseSessionAddress(text)).toBeNull())
