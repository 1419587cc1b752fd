import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDaoPublicKeys } from './dao.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dao-keys-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

const buildDaoSettings = (names: string[]) => ({
  address: null,
  publicKeysHex: null,
  keyFiles: names.map((name) => join(folder, 'keys', name)),
})

test('creates no files without createMissing', async () => {
  expect(await prepareDaoPublicKeys(buildDaoSettings(['a', 'b', 'c']), false)).toEqual([])
})

test('creates missing key files that only their owner can read, and reuses them', async () => {
  const dao = buildDaoSettings(['a', 'b', 'c'])
  const keys = await prepareDaoPublicKeys(dao, true)
  expect(new Set(keys).size).toBe(3)
  for (const file of dao.keyFiles) {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  }
  expect(await prepareDaoPublicKeys(dao, true)).toEqual(keys)
})

test('throws on fewer than three different keys', async () => {
  await expect(prepareDaoPublicKeys(buildDaoSettings(['a', 'b']), true)).rejects.toThrow(
    'The DAO needs 3 different keys, of which two sign: DHARMA_DAO_KEY_FILES has 2.',
  )
  await expect(prepareDaoPublicKeys(buildDaoSettings(['a', 'b', 'b']), true)).rejects.toThrow(
    'has 2',
  )
})
