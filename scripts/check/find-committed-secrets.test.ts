import { expect, it } from 'vitest'
import { findCommittedSecrets } from './find-committed-secrets.ts'

const find = (text: string) => findCommittedSecrets({ path: 'src/file.ts', text })

/** Joined here, so that this file has none of them. */
const HEX = '7c'.repeat(32)
const PEM = ['-----BEGIN ', 'PRIVATE KEY-----\n', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(4)]

it.each([
  ['a PEM key', [...PEM, '-----END ', 'PRIVATE KEY-----'].join('')],
  ['a token of GitHub', `token: ${'ghp'}_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`],
  [
    'a token of npm',
    `//registry.npmjs.org/:_authToken=${'npm'}_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`,
  ],
  ['a URL of a database', `postgres://dharma:${'Xk3mPq9'}@db.internal/main`],
  ['a URL of a node', `https://me:${'Xk3mPq9'}@node.example`],
  ['a key of a Flow account', `privateKeyHex = '${HEX}'`],
  ['a key of a Flow account in JSON', `"key": "0x${HEX}"`],
])('finds %s', async (_, text) => {
  expect(await find(`one\n${text}\ntwo`)).not.toEqual([])
})

it.each([
  ['a hash', `txId: '${HEX}'`],
  ['an example', 'postgres://user:secret@127.0.0.1/x'],
  ['a variable', 'http://operator:$PASSWORD@host'],
  ['a URL with a port', 'https://example.org:8443/a?b=c@d'],
])('accepts %s', async (_, text) => {
  expect(await find(text)).toEqual([])
})
