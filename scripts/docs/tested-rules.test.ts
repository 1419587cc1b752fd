import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'
import { listFiles } from './list-files.ts'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** By attacker, the rules that stop him, each with titles of tests or names of their files. */
const RULES: Record<string, Record<string, string[]>> = JSON.parse(
  readText('docs/build/tested-rules.json'),
)
const ROWS = Object.values(RULES).flatMap((rules) => Object.entries(rules))

const TEST_FILES = listFiles().filter((path) => /_test\.cdc$|\.test\.tsx?$/.test(path))
const NAMES = new Set(TEST_FILES.map((path) => basename(path)))
const SOURCES = TEST_FILES.map((path) => readText(path).replace(/\(\n\s+(?=['"`])/g, '('))

/** The declarations of a test with this title. */
const listDeclarations = (title: string) => [
  ...["'", '"', '`'].map(
    (quote) => `(${quote}${title.replaceAll("'", quote === "'" ? "\\'" : "'")}${quote}`,
  ),
  `fun ${title}()`,
]

const isDeclared = (test: string) =>
  NAMES.has(test) ||
  listDeclarations(test).some((text) => SOURCES.some((source) => source.includes(text)))

test('every attacker of docs/build/security.md has tested rules, and no other has', () => {
  const [, attackers = ''] = readText('docs/build/security.md').split('\n## Attackers\n')
  const titles = [...attackers.matchAll(/^### (.+)$/gm)].map(([, title]) => title)
  expect(Object.keys(RULES)).toEqual(titles)
  expect(ROWS.length).toBeGreaterThan(130)
})

test.each(ROWS)('"%s" has tests', (_, tests) => {
  expect(tests).not.toEqual([])
  expect(tests.filter((title) => !isDeclared(title))).toEqual([])
})
