import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { findSecrets } from './find-secrets.ts'

const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdef0123456789abcdef'
const secrets = { key: KEY, password: 'correct horse battery' }

it.each([
  ['as it is', `key=${KEY}.`],
  ['with a prefix, in upper case', `0x${KEY.toUpperCase()}`],
  ['in base64', Buffer.from(KEY, 'hex').toString('base64')],
  ['in base64 for URLs', Buffer.from(KEY, 'hex').toString('base64url')],
  ['as the base64 of its text', Buffer.from(KEY).toString('base64')],
  ['as bytes in JSON', JSON.stringify(Buffer.from(KEY, 'hex'))],
  ['as printed bytes', inspect(new Uint8Array(Buffer.from(KEY, 'hex')), { breakLength: Infinity })],
])('a key is found %s', (_, text) => {
  expect(findSecrets(`before ${text} after`, secrets)).toEqual(['key'])
})

it('a password is found, and nothing in another text', () => {
  expect(findSecrets('postgres://u:Correct Horse Battery@h', secrets)).toEqual(['password'])
  expect(findSecrets(`${KEY.slice(1)} and ${KEY.slice(0, 63)}`, secrets)).toEqual([])
})
