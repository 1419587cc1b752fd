import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'
import { SUITES } from '../test/suites.ts'
import { findMissingPaths } from './find-missing-paths.ts'
import { listFiles } from './list-files.ts'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const FILES = listFiles()
const PATHS = [...new Set(FILES.flatMap((file) => [file, ...listParents(file)]))]

function listParents(path: string): string[] {
  const parent = dirname(path)
  return parent === '.' ? [] : [parent, ...listParents(parent)]
}

const DOCUMENTS = FILES.filter((path) => /^(docs\/.*|CONTRIBUTING|(.*\/)?README)\.md$/.test(path))

/** What commands write. */
const NOT_IN_REPOSITORY = ['agent.json', 'dao.json', 'dist/']

/** A report names what was there on its date. */
const isReport = (path: string) => path.startsWith('docs/reports/')

test.each(DOCUMENTS.filter((path) => !isReport(path)))('%s names only paths that exist', (path) => {
  const document = { markdown: readText(path), folder: dirname(path) }
  const missing = findMissingPaths(document, PATHS).filter(
    (name) => !NOT_IN_REPOSITORY.includes(name),
  )
  expect(missing.map((name) => `${path} names ${name}, which does not exist`)).toEqual([])
})

test('every document says something', () => {
  expect(DOCUMENTS.filter((path) => readText(path).trim() === '')).toEqual([])
})

/** The text without code, in which brackets are no links. */
const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').replaceAll(/`[^`\n]*`/g, '`')

/** The anchors of a document, as GitHub derives them from its headings. */
const listAnchors = (markdown: string) =>
  [...markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
  )

test.each(DOCUMENTS)('the links of %s lead to files and headings that exist', (path) => {
  const links = [...withoutCode(readText(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    if (!PATHS.includes(target)) return true
    return anchor !== undefined && !listAnchors(readText(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('docs/build/tests.md lists the long suites, with the reasons', () => {
  const slow = SUITES.flatMap(({ name, long }) =>
    long === undefined ? [] : [`| \`${name}\` | ${long} |`],
  )
  const [, table = ''] = readText('docs/build/tests.md').split('| long suite |')
  expect([...table.matchAll(/^\| `.*$/gm)].map(([row]) => row).sort()).toEqual(slow.sort())
})

test.each(DOCUMENTS.filter((path) => path.endsWith('/README.md')))(
  '%s has at most 12 lines',
  (path) => {
    expect(readText(path).trimEnd().split('\n').length).toBeLessThanOrEqual(12)
  },
)
