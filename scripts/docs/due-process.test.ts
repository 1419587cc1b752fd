import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'
import { listFiles } from './list-files.ts'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns the text with single spaces, as JSX and long strings are shown. */
const toWords = (text: string) => text.replaceAll("\\'", "'").replace(/\s+/g, ' ')

/** The texts that people read, by subject; `…` stands for a value. */
const TEXTS: Record<string, string[]> = JSON.parse(readText('docs/use/due-process-texts.json'))

const SOURCES = ['apps/server/src', 'apps/web/src', 'packages']
  .flatMap((folder) => listFiles(folder))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.generated\.|\/testing\//.test(path))
  .map((path) => toWords(readText(path)))

test('the texts of due process are listed', () => {
  expect(Object.values(TEXTS).flat().length).toBeGreaterThan(60)
})

/** A subject is one file, whose texts are read together. */
test.each(Object.entries(TEXTS))('one file has all texts of: %s', (_, texts) => {
  const parts = texts.flatMap((text) => text.split('…').map((part) => part.trim()))
  const missing = SOURCES.map((source) => parts.filter((part) => !source.includes(part)))
  const fewest = missing.reduce((least, list) => (list.length < least.length ? list : least))
  expect(fewest).toEqual([])
})
