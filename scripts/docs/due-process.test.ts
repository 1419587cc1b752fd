import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns the text with single spaces, as JSX and long strings are shown. */
const toWords = (text: string) => text.replaceAll("\\'", "'").replace(/\s+/g, ' ')

/** The rows of the table 'What people read': texts, and the file that has them. */
const [, LIST = ''] = readText('docs/due-process.md').split('## What people read')
const ROWS = [...LIST.matchAll(/^\| (.+) \| `(\S+)` \|$/gm)].map(([, texts = '', file = '']) => ({
  file,
  texts: texts.split(' · '),
}))

test('the texts of due process are listed', () => {
  expect(ROWS.flatMap(({ texts }) => texts).length).toBeGreaterThan(60)
})

test.each(ROWS)('$file has the texts that docs/due-process.md lists', ({ file, texts }) => {
  const source = toWords(readText(file))
  const missing = texts.filter((text) =>
    text.split('…').some((part) => !source.includes(part.trim())),
  )
  expect(missing).toEqual([])
})
