import { join, relative } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { listSnapshotSources } from './snapshot-keys.ts'

const { chain, database } = listSnapshotSources()

/** Lists the modules of this repository that Vite finds from the entry on, without those that write no table. */
async function listModules(entry: string): Promise<string[]> {
  const found = new Set<string>()
  const rememberModule = { name: 'remember', load: (id: string) => void found.add(id) }
  await build({
    ...{ root: ROOT, configFile: false, logLevel: 'silent', plugins: [rememberModule] },
    build: { ssr: join(ROOT, 'apps/world/src/snapshot', entry), write: false },
  })
  const own = [...found].map((id) => relative(ROOT, id))
  return own.filter((path) => OWN.test(path) && !WITHOUT_TABLES.test(path))
}

const OWN = /^(apps|packages)\/(?!.*node_modules)/
const WITHOUT_TABLES = /^(packages\/api|apps\/server\/src\/api|apps\/world\/src\/web)\//

test.each([
  { snapshot: 'chain', entry: 'build-chain.ts', sources: new Set(chain) },
  { snapshot: 'database', entry: 'build-database.ts', sources: new Set([...chain, ...database]) },
])('the key of the $snapshot covers every module that builds it', async ({ entry, sources }) => {
  const modules = await listModules(entry)
  expect(modules).toContain(`apps/world/src/snapshot/${entry}`)
  expect(modules).toContain('packages/contracts/src/calls.ts')
  expect(modules.filter((path) => !sources.has(path))).toEqual([])
})

test('the keys cover what is read and not imported', () => {
  expect(chain).toContain('packages/contracts/contracts/DharmaScore.cdc')
  expect(chain).toContain('packages/contracts/transactions/tokens/send_tokens.cdc')
  expect(chain).toContain('packages/contracts/scripts/score/get_score.cdc')
  expect(database.some((path) => /db\/migrations\/.*\.sql$/.test(path))).toBe(true)
})

test('a change of the score, of the API or of a test builds no chain', () => {
  const others = /packages\/score|server\/src\/(scorer|api)|\/web\/|\.test\.|testing|stories/
  expect(chain.filter((path) => others.test(path))).toEqual([])
})
