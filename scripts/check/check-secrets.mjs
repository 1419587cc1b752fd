import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../docs/list-files.ts'
import { ROOT } from '../set-up/paths.mjs'
import { findCommittedSecrets } from './find-committed-secrets.mjs'

/**
 * Files with secrets that protect nothing.
 * @type {Record<string, string>}
 */
const EXCEPTIONS = {
  'apps/deploy/src/command/load-settings.ts': 'the key of every Flow emulator',
  'apps/server/src/alerts/guard/check-target-url.test.ts': 'URLs to refuse',
  'apps/server/src/alerts/testing/test-certificate.ts': 'for servers of tests on loopback',
  'apps/server/src/testing/secrecy/find-secrets.test.ts': 'made up, to be found',
  'packages/flow/src/keys/create-signer.test.ts': 'the key of every Flow emulator',
  'packages/flow/src/http/node-address.test.ts': 'made up, to be removed from a URL',
  'tools/toolbox/wallet/wallet_test.go': 'made up',
}

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
