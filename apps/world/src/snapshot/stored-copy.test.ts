import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('a restored copy has the named entries with their permissions; private keys are never open', async () => {
  expect(await restoreCopy(at('never'), at('target'))).toBe(false)
  expect(await restoreCopy(at('stored'), at('target'), { last: 'key.json' })).toBe(true)
  expect(await readFile(at('target/data/rows'), 'utf8')).toBe('rows')
  expect(await readMode(at('target/data'))).toBe(0o700)
  expect(await readMode(at('stored/key.json'))).toBe(0o600)
  expect(await readMode(at('target/key.json'))).toBe(0o600)
  expect((await stat(at('target/data/empty'))).isDirectory()).toBe(true)
  expect((await readdir(at('target'))).toSorted()).toEqual(['data', 'key.json'])
})

test('the last file is not restored when another one cannot be', async () => {
  await mkdir(at('target/data'), { recursive: true })
  await writeFile(at('target/data/empty'), 'a file where a folder should be')
  await expect(restoreCopy(at('stored'), at('target'), { last: 'key.json' })).rejects.toThrow('cp')
  expect(existsSync(at('target/key.json'))).toBe(false)
})

test('storing again replaces the earlier copy', async () => {
  await writeFile(at('source/data/rows'), 'newer')
  await storeCopy(at('source'), at('stored'), ['data'])
  expect(await restoreCopy(at('stored'), at('target'))).toBe(true)
  expect(await readFile(at('target/data/rows'), 'utf8')).toBe('newer')
  await expect(stat(at('target/key.json'))).rejects.toThrow('ENOENT')
})
