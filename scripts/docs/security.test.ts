import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The rows of the tables of docs/security.md: a rule, the file of its test, and the title of that test. */
const ROWS = [
  ...readText('docs/security.md').matchAll(
    /^\| (.+) \| `(\S+_test\.cdc|\S+\.test\.ts)` \| (.+) \|$/gm,
  ),
].map(([, rule = '', file = '', title = '']) => ({ rule, file, title }))

const SECTIONS = readText('docs/security.md').split(/^## /m).slice(1)

/** The declarations of a test with this title. */
const listDeclarations = (title: string) => [
  ...["'", '"', '`'].map(
    (quote) => `(${quote}${title.replaceAll("'", quote === "'" ? "\\'" : "'")}${quote}`,
  ),
  `fun ${title}()`,
]

test('every attacker has tests', () => {
  expect(ROWS.length).toBeGreaterThan(60)
  const attacks = SECTIONS.filter((section) => /\| rule \|/.test(section))
  expect(attacks.length).toBe(11)
  for (const section of attacks) expect(section).toMatch(/^\| .+ \| `\S+` \| .+ \|$/m)
})

test.each(ROWS)('$file has the test of "$rule"', ({ file, title }) => {
  expect(existsSync(join(ROOT, file))).toBe(true)
  const source = readText(file).replace(/\(\n\s+(?=['"`])/g, '(')
  const isDeclared = listDeclarations(title).some((declaration) => source.includes(declaration))
  expect(isDeclared, `${file} has no test "${title}"`).toBe(true)
})
