import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { NODE_BINARY, ROOT, resolvePackageScript } from '../set-up/paths.mjs'

/** Returns those of the lines in which secretlint finds something by the configuration of the repository. */
function findSecrets(lines: readonly string[]): string[] {
  const script = resolvePackageScript('secretlint/bin/secretlint.js')
  const { stdout } = spawnSync(
    NODE_BINARY,
    [script, '--stdinFileName=file.ts', '--format=json', '--no-maskSecrets'],
    { cwd: ROOT, input: lines.join('\n'), encoding: 'utf8' },
  )
  const [{ messages }] = JSON.parse(stdout) as [
    { messages: { loc: { start: { line: number } } }[] },
  ]
  const found = new Set(messages.map(({ loc }) => loc.start.line))
  return lines.filter((_, index) => found.has(index + 1))
}

/** Joined here, so that this file has none of them. */
const HEX = '7c'.repeat(32)
const PEM_BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\\n'.repeat(4)
const TOKEN = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'

it('finds keys, tokens and URLs with passwords', () => {
  const secrets = [
    ['-----BEGIN ', `PRIVATE KEY-----\\n${PEM_BODY}-----END `, 'PRIVATE KEY-----'].join(''),
    `token: ${'ghp'}_${TOKEN}`,
    `//registry.npmjs.org/:_authToken=${'npm'}_${TOKEN}`,
    `postgres://dharma:${'Xk3mPq9'}@db.internal/main`,
    `https://me:${'Xk3mPq9'}@node.example`,
    `privateKeyHex = '${HEX}'`,
    `"key": "0x${HEX}"`,
  ]
  expect(findSecrets(secrets)).toEqual(secrets)
})

it('accepts hashes, examples, variables and URLs with ports', () => {
  const others = [
    `txId: '${HEX}'`,
    'postgres://user:secret@127.0.0.1/x',
    'http://operator:$PASSWORD@host',
    'https://example.org:8443/a?b=c@d',
  ]
  expect(findSecrets(others)).toEqual([])
})
