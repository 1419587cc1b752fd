import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assertDaoKeys, prepareDaoPublicKeys } from './dao.ts'

const folder = await mkdtemp(join(tmpdir(), 'dao-keys-'))
afterAll(() => rm(folder, { recursive: true }))

const buildDaoSettings = (names: string[]) => ({
  address: null,
  publicKeysHex: null,
  keyFiles: names.map((name) => join(folder, 'keys', name)),
})

test('creates missing key files that only their owner can read, and reuses them', async () => {
  const dao = buildDaoSettings(['a', 'b', 'c'])
  assertDaoKeys(dao)
  const keys = await prepareDaoPublicKeys(dao)
  expect(new Set(keys).size).toBe(3)
  for (const file of dao.keyFiles) {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  }
  expect(await prepareDaoPublicKeys(dao)).toEqual(keys)
})

test.each([
  [buildDaoSettings(['a', 'b']), 'The DAO needs 3 different keys, of which two sign: '],
  [buildDaoSettings(['a', 'b', 'b']), 'DHARMA_DAO_KEY_FILES has 2.'],
  [
    { address: null, publicKeysHex: ['ab', 'ab', 'cd'], keyFiles: [] },
    'DHARMA_DAO_PUBLIC_KEYS has 2.',
  ],
])('throws on fewer than three different keys: %j', (settings, sentence) => {
  expect(() => assertDaoKeys(settings)).toThrow(sentence)
})
