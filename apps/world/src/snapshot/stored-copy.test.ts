import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreCopy, storeCopy } from './stored-copy.ts'

let dir: string
const at = (...path: string[]) => join(dir, ...path)

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dharma-copy-'))
  await mkdir(at('source/data/empty'), { recursive: true })
  await chmod(at('source/data'), 0o700)
  await writeFile(at('source/data/rows'), 'rows')
  await writeFile(at('source/key.json'), 'secret', { mode: 0o600 })
  await writeFile(at('source/other'), 'not named')
  await storeCopy(at('source'), at('stored'), ['data', 'key.json'])
})

afterEach(() => rm(dir, { recursive: true, force: true }))

const readMode = async (path: string) => (await stat(path)).mode & 0o777

test('a restored copy has the named entries with their permissions', async () => {
  expect(await restoreCopy(at('stored'), at('target'))).toBe(true)
  expect(await readFile(at('target/data/rows'), 'utf8')).toBe('rows')
  expect(await readMode(at('target/data'))).toBe(0o700)
  expect(await readMode(at('target/key.json'))).toBe(0o600)
  expect((await stat(at('target/data/empty'))).isDirectory()).toBe(true)
  await expect(stat(at('target/other'))).rejects.toThrow('ENOENT')
})

test('the stored private keys are readable by the owner only', async () => {
  expect(await readMode(at('stored/content/key.json'))).toBe(0o600)
})

test('nothing is restored where nothing is stored', async () => {
  expect(await restoreCopy(at('never'), at('target'))).toBe(false)
})

test.each([
  ['a changed file', () => writeFile(at('stored/content/data/rows'), 'rowz')],
  ['a shortened file', () => writeFile(at('stored/content/data/rows'), '')],
  ['a missing file', () => rm(at('stored/content/data/rows'))],
  ['a missing directory', () => rm(at('stored/content/data'), { recursive: true })],
  ['a missing manifest', () => rm(at('stored/manifest.json'))],
  ['a manifest cut short', () => writeFile(at('stored/manifest.json'), '{"files":{"data')],
  ['a manifest of another shape', () => writeFile(at('stored/manifest.json'), '{}')],
])('a stored copy with %s is deleted and not restored', async (_name, damage) => {
  await damage()
  expect(await restoreCopy(at('stored'), at('target'))).toBe(false)
  await expect(stat(at('stored'))).rejects.toThrow('ENOENT')
})

test('the last file is restored with the others, and only when all of them are right', async () => {
  const last = 'key.json'
  expect(await restoreCopy(at('stored'), at('target'), { last })).toBe(true)
  expect(await readFile(at('target/key.json'), 'utf8')).toBe('secret')
  expect(await readMode(at('target/key.json'))).toBe(0o600)
  expect((await readdir(at('target'))).toSorted()).toEqual(['data', 'key.json'])
  await writeFile(at('stored/content/data/rows'), 'rowz')
  expect(await restoreCopy(at('stored'), at('half'), { last })).toBe(false)
  expect(await readdir(at('half'))).toEqual(['data'])
})

test('the last file is not there while another one is copied', async () => {
  await storeCopy(at('source'), at('stored'), ['data', 'key.json', 'other'])
  await rm(at('stored/content/data/rows'))
  await promisify(execFile)('mkfifo', [at('stored/content/data/rows')])
  const restoring = restoreCopy(at('stored'), at('target'), { last: 'key.json' })
  await expect.poll(() => existsSync(at('target/other'))).toBe(true)
  expect(existsSync(at('target/key.json'))).toBe(false)
  await writeFile(at('stored/content/data/rows'), 'rows')
  expect(await restoring).toBe(true)
  expect(existsSync(at('target/key.json'))).toBe(true)
})

test('storing again replaces the earlier copy', async () => {
  await writeFile(at('source/data/rows'), 'newer')
  await storeCopy(at('source'), at('stored'), ['data'])
  expect(await restoreCopy(at('stored'), at('target'))).toBe(true)
  expect(await readFile(at('target/data/rows'), 'utf8')).toBe('newer')
  await expect(stat(at('target/key.json'))).rejects.toThrow('ENOENT')
})
