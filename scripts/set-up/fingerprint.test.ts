import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { computeFingerprint, isStamped, writeStamp } from './fingerprint.mjs'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fingerprint-'))
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), 'one')
  writeFileSync(join(root, 'src/deep/b.ts'), 'two')
})

afterEach(() => rmSync(root, { recursive: true }))

const computeSourceFingerprint = () => computeFingerprint(root, [join(root, 'src')])

test('the same files have the same fingerprint, wherever the checkout is', async () => {
  const before = await computeSourceFingerprint()
  const elsewhere = `${root}-moved`
  renameSync(root, elsewhere)
  root = elsewhere
  expect(await computeSourceFingerprint()).toBe(before)
})

test.each([
  ['a changed content', () => writeFileSync(join(root, 'src/deep/b.ts'), 'three')],
  ['a new file', () => writeFileSync(join(root, 'src/c.ts'), '')],
  ['a renamed file', () => renameSync(join(root, 'src/a.ts'), join(root, 'src/z.ts'))],
  ['a removed file', () => rmSync(join(root, 'src/a.ts'))],
  [
    'text that moves from one file to the next',
    () => {
      writeFileSync(join(root, 'src/a.ts'), 'onetwo')
      writeFileSync(join(root, 'src/deep/b.ts'), '')
    },
  ],
])('%s changes the fingerprint', async (_what, change) => {
  const before = await computeSourceFingerprint()
  change()
  expect(await computeSourceFingerprint()).not.toBe(before)
})

test('excluded files and paths that do not exist do not change the fingerprint', async () => {
  const wanted = [join(root, 'src'), join(root, 'absent')]
  const before = await computeSourceFingerprint()
  writeFileSync(join(root, 'src/a.test.ts'), 'test')
  expect(await computeFingerprint(root, wanted, (path) => !path.endsWith('.test.ts'))).toBe(before)
})

test('a stamp is valid only while its content is the wanted fingerprint', async () => {
  const stamp = join(root, 'made/stamp')
  expect(await isStamped(stamp, 'abc')).toBe(false)
  await writeStamp(stamp, 'abc')
  expect(await isStamped(stamp, 'abc')).toBe(true)
  expect(await isStamped(stamp, 'abd')).toBe(false)
})
