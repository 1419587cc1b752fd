import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { listImportedSources } from './snapshot-keys.ts'

async function listSources(entry: string): Promise<string[]> {
  const sources = await listImportedSources(join(ROOT, entry))
  return sources.map((path) => relative(ROOT, path))
}

test('the chain depends on contracts, history and people, not on the score', async () => {
  const sources = await listSources('apps/world/src/snapshot/build-chain.ts')
  expect(sources).toEqual(
    expect.arrayContaining([
      'packages/contracts/src/contract-sources.ts',
      'packages/contracts/src/transactions.generated.ts',
      'apps/world/src/seed/plan-thefts.ts',
      'apps/world/src/people/account-names.ts',
      'packages/values/src/limits.ts',
    ]),
  )
  expect(sources.filter((path) => path.startsWith('packages/score/'))).toEqual([])
  expect(sources.filter((path) => path.startsWith('apps/server/src/scorer'))).toEqual([])
})

test('the database depends on every room that writes tables', async () => {
  const sources = await listSources('apps/world/src/snapshot/build-database.ts')
  for (const room of [
    'packages/values/src/',
    'packages/score/src/tables/',
    'packages/flow/src/decode/',
    'apps/server/src/db/',
    'apps/server/src/indexer/sums/',
    'apps/server/src/labels/',
    'apps/server/src/facts/',
    'apps/server/src/scorer/',
    'apps/server/src/agent/outbox/',
  ]) {
    expect(
      sources.filter((path) => path.startsWith(room)),
      room,
    ).not.toEqual([])
  }
})
