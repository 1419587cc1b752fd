import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { listFiles } from '../docs/list-files.ts'
import { ROOT } from '../set-up/paths.mjs'

const PRESET = '@secretlint/secretlint-rule-preset-recommend'

/** Passwords of the URLs in tests and documents. */
const EXAMPLE_PASSWORDS = ['p', 'password', 'secret', '…']

const URL_WITH_PASSWORD = /\b[a-z][a-z+]+:\/\/[^\s/:@'"`]+:([^\s/:@'"`]+)@/gi

/** A private key of a Flow account has no other sign than its length and the word before it. */
const FLOW_KEY = /key\w*['"]?\s*[:=]*\s*[[(]?['"`](?:0x)?[0-9a-f]{64}['"`]/gi

interface File {
  path: string
  text: string
}

/** Finds private keys, tokens, and URLs with passwords in the text of a file. Returns what they are, without the secrets. */
export async function findCommittedSecrets({ path, text }: File): Promise<string[]> {
  const known = await findKnownForms(path, text)
  const urls = [...text.matchAll(URL_WITH_PASSWORD)].filter(([, password = '']) =>
    isRealPassword(password),
  )
  return [
    ...known,
    ...urls.map(() => 'a URL with a password'),
    ...[...text.matchAll(FLOW_KEY)].map(() => 'a private key of a Flow account'),
  ]
}

/** A template's variable, such as `${password}`, is none. */
const isRealPassword = (password: string): boolean =>
  !password.startsWith('$') && !EXAMPLE_PASSWORDS.includes(password)

/** Finds what has a form of its own: PEM keys, tokens of well-known services, and the like. */
async function findKnownForms(path: string, text: string): Promise<string[]> {
  const extension = path.slice(path.lastIndexOf('.'))
  const { messages } = await lintSource({
    source: { content: text, filePath: path, ext: extension, contentType: 'text' },
    options: { config: { rules: [{ id: PRESET, rule: creator }] }, noPhysicFilePath: true },
  })
  return messages
    .filter(({ messageId }) => messageId !== 'BasicAuth')
    .map(({ ruleId, messageId }) => `${messageId} (${ruleId.replace(/^.*secretlint-rule-/, '')})`)
}

/** Files with secrets that protect nothing. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'apps/deploy/src/settings.ts': 'the key of every Flow emulator',
  'apps/server/src/alerts/channels/channels.test.ts': 'made up',
  'apps/server/src/alerts/guard/check-target-url.test.ts': 'URLs to refuse',
  'apps/server/src/alerts/testing/test-certificate.ts': 'for servers of tests on loopback',
  'apps/server/src/testing/secrecy/find-secrets.test.ts': 'made up, to be found',
  'docs/use/signing-vectors.json': 'the numbers 1 and 9 as keys of test vectors',
  'packages/flow/src/keys/create-signer.test.ts': 'the key of every Flow emulator',
  'packages/flow/src/http/node-client.test.ts': 'made up, to be removed from a URL',
  'tools/toolbox/wallet/wallet_test.go': 'made up',
}

if (import.meta.main) {
  const texts = listFiles()
    .map((path) => ({ path, bytes: readFileSync(join(ROOT, path)) }))
    .filter(({ bytes }) => !bytes.includes(0))
    .map(({ path, bytes }) => ({ path, text: bytes.toString() }))
  const results = await Promise.all(
    texts.map(async (file) => ({ path: file.path, found: await findCommittedSecrets(file) })),
  )
  const problems = results.flatMap(({ path, found }) => {
    const isException = EXCEPTIONS[path] !== undefined
    if (isException && found.length === 0) return `${path} has no secret: remove its exception.`
    if (isException) return []
    return found.map((what) => `${path} has ${what}: take it out of the history, and replace it.`)
  })
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
